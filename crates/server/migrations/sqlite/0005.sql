-- Rated games in the order they ended, and what they made of everybody's
-- ratings: a pool is a game at a pace. All of it can be worked out again from
-- `result` alone.
CREATE TABLE result(
    id INTEGER PRIMARY KEY, tbl INTEGER NOT NULL UNIQUE, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE rating(
    pool TEXT NOT NULL, user TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL, lost INTEGER NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY(pool, user)) WITHOUT ROWID;
CREATE INDEX rating_ladder ON rating(pool, rating DESC);
CREATE INDEX rating_user ON rating(user);
CREATE TABLE rating_past(
    pool TEXT NOT NULL, user TEXT NOT NULL, result INTEGER NOT NULL, at INTEGER NOT NULL,
    rating REAL NOT NULL, deviation REAL NOT NULL,
    PRIMARY KEY(pool, user, result)) WITHOUT ROWID;
