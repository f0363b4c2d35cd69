-- Messages to people who are not here. One that was sent has no time any more, and stays for a
-- while so that it is not written a second time.
CREATE TABLE call(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, at BIGINT NOT NULL, due BIGINT,
    tries INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX call_due ON call(due) WHERE due IS NOT NULL;
CREATE INDEX call_person ON call(person);
