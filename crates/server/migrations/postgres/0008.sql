-- Studies: all of one in its body; `version` lets nobody write over what they have not read.
CREATE TABLE study(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, version BIGINT NOT NULL, listed BOOLEAN NOT NULL,
    updated BIGINT NOT NULL, body TEXT NOT NULL);
CREATE INDEX study_person ON study(person, updated);
CREATE INDEX study_listed ON study(updated) WHERE listed;
