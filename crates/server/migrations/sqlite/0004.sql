-- A game's lines form one chain: no line has two that follow it, and no game two
-- beginnings; with the writer's count of lines no number is used twice. (An index
-- over tables and numbers would touch a page for every table at each commit; here
-- all new entries stand near each other.)
CREATE UNIQUE INDEX log_prev ON log(prev) WHERE prev IS NOT NULL;
CREATE UNIQUE INDEX log_first ON log(tbl) WHERE prev IS NULL;
-- Players and spectators talk in rooms of their own.
ALTER TABLE chat ADD COLUMN players INTEGER NOT NULL DEFAULT 0;
UPDATE chat SET players = json_extract(body, '$.channel') = 'players';
CREATE INDEX chat_room ON chat(tbl, players, id);
DROP INDEX chat_tbl;
