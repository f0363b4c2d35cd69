-- People who keep away from each other; reports, with what goes with each in its body; whom the host
-- trusts with them, and until when somebody is shut out.
ALTER TABLE user ADD COLUMN moderator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN shut INTEGER NOT NULL DEFAULT 0;
CREATE TABLE shun(
    user TEXT NOT NULL, whom TEXT NOT NULL, block INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY(user, whom)) WITHOUT ROWID;
CREATE INDEX shun_whom ON shun(whom);
CREATE TABLE report(
    id TEXT PRIMARY KEY, user TEXT NOT NULL, about TEXT NOT NULL, at INTEGER NOT NULL,
    open INTEGER NOT NULL, card TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX report_open ON report(open, at);
CREATE INDEX report_user ON report(user);
CREATE INDEX report_about ON report(about);
