-- Runs of upkeep jobs, and figures per day. Numbers and ids, never memory text.

-- `id` is also the batch of the run's changes. `slot`: the schedule's slot that asked for it; null = somebody asked.
-- `owner` changes when another process takes an interrupted run over; who is no longer the owner changes nothing.
-- `beat_at` is the database's clock, the other times are the engine's.
create table upkeep_run (
  tenant text not null,
  id text not null,
  name text not null,
  slot bigint,
  owner text not null,
  status text not null,
  counts text not null,
  place text,
  more integer not null,
  error text,
  started_at bigint not null,
  ended_at bigint,
  beat_at bigint not null,
  primary key (tenant, id)
) without rowid; -- sqlite
); -- postgres
create unique index upkeep_run_slot on upkeep_run (tenant, name, slot) where slot is not null;
create unique index upkeep_run_running on upkeep_run (tenant, name) where status = 'running';
create index upkeep_run_recent on upkeep_run (tenant, name, started_at);

create table figure (
  tenant text not null,
  day text not null,
  name text not null,
  value bigint not null,
  primary key (tenant, day, name)
) without rowid; -- sqlite
); -- postgres
