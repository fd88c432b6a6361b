-- What the jobs that look for duplicates and links have done already. Numbers and ids, never memory text.

-- How far a job has looked through a scope, by its revisions.
create table upkeep_mark (
  tenant text not null,
  scope bigint not null,
  name text not null,
  rev bigint not null,
  primary key (tenant, scope, name)
) without rowid; -- sqlite
); -- postgres

-- Pairs of memories that were compared, the smaller id first. `score`: their similarity in hundredths; -1 = somebody
-- took a merge of them back, so they are never merged again.
create table pair_check (
  tenant text not null,
  scope bigint not null,
  a text not null,
  b text not null,
  score integer not null,
  verdict text not null,
  checked_at bigint not null,
  primary key (tenant, scope, a, b, score)
) without rowid; -- sqlite
); -- postgres
create index pair_check_old on pair_check (tenant, checked_at);
