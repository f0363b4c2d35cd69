-- Tournaments: all of one in its body; `version` lets nobody write over what they have not read.
CREATE TABLE tournament(
    id TEXT PRIMARY KEY, version BIGINT NOT NULL, created BIGINT NOT NULL,
    current BOOLEAN NOT NULL, body TEXT NOT NULL);
CREATE INDEX tournament_current ON tournament(current, created);
