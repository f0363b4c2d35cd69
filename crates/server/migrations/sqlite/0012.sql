-- Studies: all of one in its body; `version` lets nobody write over what they have not read.
CREATE TABLE study(
    id TEXT PRIMARY KEY, user TEXT NOT NULL, version INTEGER NOT NULL, listed INTEGER NOT NULL,
    updated INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX study_user ON study(user, updated);
CREATE INDEX study_listed ON study(updated) WHERE listed;
