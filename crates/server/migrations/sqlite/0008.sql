-- Record files that people have brought along; whoever has the id may look.
CREATE TABLE record(
    id TEXT PRIMARY KEY, user TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL,
    result TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX record_user ON record(user, at);
