-- People who keep away from each other; reports, with what goes with each in its body; whom the host
-- trusts with them, and until when somebody is shut out.
ALTER TABLE person ADD COLUMN moderator BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE person ADD COLUMN shut BIGINT NOT NULL DEFAULT 0;
CREATE TABLE shun(
    person TEXT NOT NULL, whom TEXT NOT NULL, block BOOLEAN NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY(person, whom));
CREATE INDEX shun_whom ON shun(whom);
CREATE TABLE report(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, about TEXT NOT NULL, at BIGINT NOT NULL,
    open BOOLEAN NOT NULL, card TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX report_open ON report(open, at);
CREATE INDEX report_person ON report(person);
CREATE INDEX report_about ON report(about);
