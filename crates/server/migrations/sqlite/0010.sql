-- Messages to people who are not here. One that was sent has no time any more, and stays for a
-- while so that it is not written a second time.
CREATE TABLE call(
    id TEXT PRIMARY KEY, user TEXT NOT NULL, at INTEGER NOT NULL, due INTEGER,
    tries INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX call_due ON call(due) WHERE due IS NOT NULL;
CREATE INDEX call_user ON call(user);
