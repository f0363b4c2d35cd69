-- Programs with accounts of their own: `bot` says whose, empty if the host's.
ALTER TABLE person ADD COLUMN bot TEXT;
CREATE INDEX person_bot ON person(bot) WHERE bot IS NOT NULL;
