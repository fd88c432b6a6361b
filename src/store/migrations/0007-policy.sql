-- Policies as versions, and the writes that they limit.

-- The newest version is in force; none is ever changed. `settings` is JSON of both policies, whole; null stands for what
-- the engine was opened with.
create table policy_version (
  tenant text not null,
  version integer not null,
  settings text,
  actor text not null,
  reason text not null,
  created_at bigint not null,
  primary key (tenant, version)
);

-- How many memories came into being, by minute, by session and by turn: what was deleted since still counts. `key` is the
-- minute's number or the id, `at` the last write.
create table write_count (
  tenant text not null,
  scope bigint not null,
  kind text not null,
  key text not null,
  writes integer not null,
  at bigint not null,
  primary key (tenant, scope, kind, key)
) without rowid; -- sqlite
); -- postgres
