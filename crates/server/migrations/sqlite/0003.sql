-- Passkeys: `cred` is the hash of what the device calls it, `body` its public
-- key and counter.
CREATE TABLE passkey(
    id TEXT PRIMARY KEY, user TEXT NOT NULL, cred TEXT NOT NULL UNIQUE, label TEXT NOT NULL,
    body TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX passkey_user ON passkey(user);
