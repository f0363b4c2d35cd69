-- Everything many nodes keep together. A line's key is its table and its number, so
-- no number is used twice whoever writes.
CREATE TABLE meta(key TEXT PRIMARY KEY, value BIGINT NOT NULL);
CREATE TABLE secret(one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one), key BYTEA NOT NULL);

CREATE SEQUENCE table_num;
CREATE TABLE tables(
    num BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, status SMALLINT NOT NULL,
    public BOOLEAN NOT NULL, runs BOOLEAN NOT NULL, body TEXT NOT NULL);
CREATE INDEX tables_listed ON tables(status, num) WHERE public;
CREATE INDEX tables_playing ON tables(num) WHERE status = 1;
CREATE INDEX tables_run ON tables(num) WHERE runs;
CREATE TABLE sits(person TEXT NOT NULL, tbl BIGINT NOT NULL, PRIMARY KEY(person, tbl));
CREATE INDEX sits_tbl ON sits(tbl);
CREATE TABLE log(
    tbl BIGINT NOT NULL, line INTEGER NOT NULL, at BIGINT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY(tbl, line));
CREATE TABLE snap(
    tbl BIGINT NOT NULL, line INTEGER NOT NULL, live BYTEA NOT NULL, doc TEXT NOT NULL,
    last TEXT, at BIGINT NOT NULL, PRIMARY KEY(tbl, line));
CREATE TABLE chat(
    id BIGSERIAL PRIMARY KEY, tbl BIGINT NOT NULL, person TEXT NOT NULL, body TEXT NOT NULL,
    players BOOLEAN NOT NULL);
CREATE INDEX chat_room ON chat(tbl, players, id);
CREATE INDEX chat_person ON chat(person);
CREATE TABLE note(
    id BIGSERIAL PRIMARY KEY, tbl BIGINT NOT NULL, person TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX note_tbl ON note(tbl);

CREATE TABLE person(
    id TEXT PRIMARY KEY, name TEXT NOT NULL, login TEXT UNIQUE, password TEXT,
    since BIGINT NOT NULL, version BIGINT NOT NULL DEFAULT 0, muted BIGINT NOT NULL DEFAULT 0,
    banned BOOLEAN NOT NULL DEFAULT FALSE, mail TEXT);
CREATE TABLE session(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, since BIGINT NOT NULL, seen BIGINT NOT NULL);
CREATE INDEX session_person ON session(person);
CREATE INDEX session_seen ON session(seen);
CREATE TABLE token(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL UNIQUE, label TEXT NOT NULL,
    since BIGINT NOT NULL);
CREATE INDEX token_person ON token(person);
CREATE TABLE recovery(person TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY(person, hash));
CREATE TABLE passkey(
    id TEXT PRIMARY KEY, person TEXT NOT NULL, cred TEXT NOT NULL UNIQUE, label TEXT NOT NULL,
    body TEXT NOT NULL, since BIGINT NOT NULL);
CREATE INDEX passkey_person ON passkey(person);
CREATE TABLE audit(
    id BIGSERIAL PRIMARY KEY, at BIGINT NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL,
    detail TEXT NOT NULL);

-- Rated games in the order they ended, and what they made of everybody's ratings.
CREATE TABLE result(
    id BIGSERIAL PRIMARY KEY, tbl BIGINT NOT NULL UNIQUE, at BIGINT NOT NULL, body TEXT NOT NULL);
CREATE TABLE rating(
    pool TEXT NOT NULL, person TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
    won INTEGER NOT NULL, drawn INTEGER NOT NULL, lost INTEGER NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY(pool, person));
CREATE INDEX rating_ladder ON rating(pool, rating DESC);
CREATE INDEX rating_person ON rating(person);
CREATE TABLE rating_past(
    pool TEXT NOT NULL, person TEXT NOT NULL, result BIGINT NOT NULL, at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY(pool, person, result));

-- Nodes hold a lease as a whole, in the time of this database; whose a table is, and
-- for the how-manieth time it was given away, stands apart. So a million tables cost
-- one renewal per node and second. Tables that `runs` go on by themselves (a clock, a
-- bot) and are taken up when their node has gone; others wait until somebody comes.
CREATE SEQUENCE node_num;
CREATE TABLE node(
    id BIGINT PRIMARY KEY, name TEXT NOT NULL, rooms BOOLEAN NOT NULL, until TIMESTAMPTZ NOT NULL);
CREATE TABLE owner(tbl BIGINT PRIMARY KEY, node BIGINT NOT NULL, epoch BIGINT NOT NULL);
CREATE INDEX owner_node ON owner(node);

-- Renews a lease, and tells what every node should know: whether it still held it,
-- and for how long servers have run, by the clock of whoever has run longest.
CREATE FUNCTION renew(me BIGINT, lease_ms BIGINT, ran BIGINT, OUT held BOOLEAN, OUT ran_now BIGINT)
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE node SET until = clock_timestamp() + lease_ms * INTERVAL '1 millisecond'
        WHERE id = me AND until > clock_timestamp();
    held := FOUND;
    SELECT value INTO ran_now FROM meta WHERE key = 'ran';
    ran_now := COALESCE(ran_now, 0);
    IF ran > ran_now + 4000 OR (ran > 0 AND ran_now = 0) THEN
        INSERT INTO meta(key, value) VALUES ('ran', ran)
            ON CONFLICT(key) DO UPDATE SET value = GREATEST(meta.value, excluded.value);
    END IF;
    ran_now := GREATEST(ran_now, ran);
END $$;

-- Takes a table that nobody holds, or says who does. A node whose lease is over is
-- struck out before anything of it is taken: that waits for what it is writing at
-- this moment, and it can write nothing afterwards.
CREATE FUNCTION claim(wanted BIGINT, me BIGINT, OUT holder BIGINT, OUT at_epoch BIGINT)
LANGUAGE plpgsql AS $$
DECLARE
    ends TIMESTAMPTZ;
BEGIN
    PERFORM 1 FROM node WHERE id = me AND until > clock_timestamp() FOR SHARE;
    IF NOT FOUND THEN
        holder := 0;
        at_epoch := 0;
        RETURN;
    END IF;
    INSERT INTO owner(tbl, node, epoch) VALUES (wanted, me, 1) ON CONFLICT(tbl) DO NOTHING;
    SELECT node, epoch INTO holder, at_epoch FROM owner WHERE tbl = wanted FOR UPDATE;
    IF holder = me THEN
        RETURN;
    END IF;
    SELECT until INTO ends FROM node WHERE id = holder;
    IF FOUND AND ends > clock_timestamp() THEN
        RETURN;
    END IF;
    UPDATE node SET until = '-infinity' WHERE id = holder AND until <= clock_timestamp();
    PERFORM 1 FROM node WHERE id = holder AND until > clock_timestamp();
    IF FOUND THEN
        RETURN;
    END IF;
    at_epoch := at_epoch + 1;
    holder := me;
    UPDATE owner SET node = me, epoch = at_epoch WHERE tbl = wanted;
END $$;

-- The changes of many tables at once. Each table's part is checked by itself: its
-- lease (epoch 0: none is needed) and that its first new line follows the last one
-- that stands (0: it writes none). What is refused is left out as a whole and
-- returned; with `together`, one refusal refuses everything.
CREATE FUNCTION write_all(
    me BIGINT, together BOOLEAN,
    t_tbl BIGINT[], t_epoch BIGINT[], t_first INTEGER[],
    l_tbl BIGINT[], l_line INTEGER[], l_at BIGINT[], l_data TEXT[],
    s_tbl BIGINT[], s_line INTEGER[], s_live BYTEA[], s_doc TEXT[], s_last TEXT[], s_at BIGINT[],
    r_num BIGINT[], r_id TEXT[], r_status SMALLINT[], r_public BOOLEAN[], r_runs BOOLEAN[],
    r_body TEXT[],
    h_tbl BIGINT[], h_person TEXT[],
    c_tbl BIGINT[], c_person TEXT[], c_body TEXT[], c_players BOOLEAN[],
    n_tbl BIGINT[], n_person TEXT[], n_body TEXT[])
RETURNS BIGINT[] LANGUAGE plpgsql AS $$
DECLARE
    alive BOOLEAN := TRUE;
    no BIGINT[];
BEGIN
    IF me <> 0 THEN
        -- Nobody takes anything of this node while it writes.
        PERFORM 1 FROM node WHERE id = me AND until > clock_timestamp() FOR SHARE;
        alive := FOUND;
    END IF;
    SELECT COALESCE(array_agg(t.tbl), '{}') INTO no
    FROM unnest(t_tbl, t_epoch, t_first) AS t(tbl, epoch, first)
    WHERE (t.epoch <> 0 AND (NOT alive OR NOT EXISTS(
              SELECT 1 FROM owner o WHERE o.tbl = t.tbl AND o.node = me AND o.epoch = t.epoch)))
       OR (t.first <> 0 AND t.first <> 1 + COALESCE(
              (SELECT line FROM log WHERE log.tbl = t.tbl ORDER BY line DESC LIMIT 1), 0));
    IF together AND cardinality(no) > 0 THEN
        RETURN t_tbl;
    END IF;
    IF cardinality(l_tbl) > 0 THEN
        INSERT INTO log(tbl, line, at, data)
        SELECT * FROM unnest(l_tbl, l_line, l_at, l_data) AS l(tbl, line, at, data)
        WHERE l.tbl <> ALL(no);
    END IF;
    IF cardinality(s_tbl) > 0 THEN
        INSERT INTO snap(tbl, line, live, doc, last, at)
        SELECT * FROM unnest(s_tbl, s_line, s_live, s_doc, s_last, s_at)
            AS s(tbl, line, live, doc, last, at)
        WHERE s.tbl <> ALL(no)
        ON CONFLICT(tbl, line) DO UPDATE SET live = excluded.live, doc = excluded.doc,
            last = excluded.last, at = excluded.at;
    END IF;
    IF cardinality(r_num) > 0 THEN
        INSERT INTO tables(num, id, status, public, runs, body)
        SELECT * FROM unnest(r_num, r_id, r_status, r_public, r_runs, r_body)
            AS r(num, id, status, public, runs, body)
        WHERE r.num <> ALL(no)
        ON CONFLICT(num) DO UPDATE SET status = excluded.status, public = excluded.public,
            runs = excluded.runs, body = excluded.body;
        DELETE FROM sits WHERE tbl = ANY(r_num) AND tbl <> ALL(no);
        INSERT INTO sits(person, tbl)
        SELECT h.person, h.tbl FROM unnest(h_tbl, h_person) AS h(tbl, person)
        WHERE h.tbl <> ALL(no)
        ON CONFLICT DO NOTHING;
    END IF;
    IF cardinality(c_tbl) > 0 THEN
        INSERT INTO chat(tbl, person, body, players)
        SELECT c.tbl, c.person, c.body, c.players
        FROM unnest(c_tbl, c_person, c_body, c_players) WITH ORDINALITY
            AS c(tbl, person, body, players, nth)
        WHERE c.tbl <> ALL(no) ORDER BY c.nth;
    END IF;
    IF cardinality(n_tbl) > 0 THEN
        INSERT INTO note(tbl, person, body)
        SELECT n.tbl, n.person, n.body
        FROM unnest(n_tbl, n_person, n_body) WITH ORDINALITY AS n(tbl, person, body, nth)
        WHERE n.tbl <> ALL(no) ORDER BY n.nth;
    END IF;
    RETURN no;
END $$;
