-- People are written column by column: `version` grows with every change of
-- how somebody signs in. Sessions end when nobody has used them for long.
ALTER TABLE user ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN mail TEXT;
ALTER TABLE session ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
-- Nobody is signed out by an upgrade: idle time counts from today.
UPDATE session SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE TABLE recovery(
    user TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY(user, hash)) WITHOUT ROWID;
CREATE TABLE audit(
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL,
    detail TEXT NOT NULL);
