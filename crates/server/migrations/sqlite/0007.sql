-- Programs with accounts of their own: `bot` says whose, empty if the host's.
ALTER TABLE user ADD COLUMN bot TEXT;
CREATE INDEX user_bot ON user(bot) WHERE bot IS NOT NULL;
