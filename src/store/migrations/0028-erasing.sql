-- Erasing a memory and finding what is due cost what there is to do, not what a scope has been through.

-- Reasons that quote what was compared are taken away with every erasure; few do.
create index decision_quoting on decision (tenant, scope) where reason like '%"%';
create index memory_superseded on memory (tenant, scope, superseded_by) where superseded_by is not null;
create index memory_due_to_purge on memory (tenant, purge_at, id) where purge_at is not null;

-- Without statistics SQLite takes every index for as good as another, and walks through all that a scope has been through
-- to find the rows of one memory. These are those of a large database: a thousand scopes with a thousand changes each. Not
-- measured, so that every database has the same plans. An index that is added to one of these tables needs its line here.
analyze schedule; -- sqlite
delete from sqlite_stat1 where tbl in ('schedule', 'history', 'decision'); -- sqlite
insert into sqlite_stat1 (tbl, idx, stat) values -- sqlite
  ('history', 'history', '1000000 1000000 1000 1'), -- sqlite
  ('history', 'history_by_memory', '1000000 1000000 1000 4 1'), -- sqlite
  ('history', 'history_by_batch', '500000 500000 500 5'), -- sqlite
  ('decision', 'decision', '1000000 1000000 1000 1 1'), -- sqlite
  ('decision', 'decision_by_memory', '1000000 1000000 1000 1'), -- sqlite
  ('decision', 'decision_forget_waits', '1000 1000 1 1'), -- sqlite
  ('decision', 'decision_quoting', '1000 1000 1'); -- sqlite
analyze sqlite_schema; -- sqlite
