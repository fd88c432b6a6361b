-- The queue, the schedules, and what the triggers know of a session.

-- Jobs carry ids, never memory text. A finished one is deleted, a dead one stays until somebody retries or cancels it.
-- All times of a job are the database's own clock; those of schedules and sessions are the engine's.
create sequence job_num; -- postgres
create table job (
  num integer primary key, -- sqlite
  num bigint not null default nextval('job_num'), -- postgres
  tenant text not null,
  id text not null,
  scope bigint not null,
  kind text not null,
  flight text,
  payload text not null,
  priority integer not null,
  status text not null,
  run_at bigint not null,
  attempts integer not null,
  max_attempts integer not null,
  lease_until bigint,
  lease_owner text,
  last_error text,
  created_at bigint not null,
  updated_at bigint not null,
  unique (tenant, id)
);
create index job_ready on job (tenant, priority desc, run_at, num) where status = 'queued';
-- Whether anything is due must be cheap to see, however much waits for a later time or for another process.
create index job_due on job (tenant, kind, run_at) where status = 'queued';
create index job_running on job (tenant) where status = 'running';
-- Asking twice for the same work is asking once; while it runs, the next asking waits here for its turn.
create unique index job_waiting on job (tenant, scope, flight, kind) where status = 'queued';

-- One running job per scope and flight: whoever has the row may run.
create table job_flight (
  tenant text not null,
  scope bigint not null,
  flight text not null,
  job text not null,
  primary key (tenant, scope, flight)
) without rowid; -- sqlite
); -- postgres

create table schedule (
  tenant text not null,
  name text not null,
  pattern text not null,
  zone text not null,
  next_at bigint not null,
  last_slot bigint,
  updated_at bigint not null,
  primary key (tenant, name)
) without rowid; -- sqlite
); -- postgres

-- Events that name no session belong to the one named ''. `pending` = something came that no trigger has taken yet.
create table session (
  tenant text not null,
  scope bigint not null,
  id text not null,
  last_seq bigint not null,
  last_turn text,
  turns integer not null,
  tokens bigint not null,
  last_at bigint not null,
  ended_at bigint,
  pending integer not null,
  created_at bigint not null,
  primary key (tenant, scope, id)
) without rowid; -- sqlite
); -- postgres
create index session_pending on session (tenant, last_at) where pending = 1;

-- What was recorded before there were sessions has its sessions too, with nothing pending.
insert into session (tenant, scope, id, last_seq, last_turn, turns, tokens, last_at, ended_at, pending, created_at)
select tenant, scope, coalesce(session, ''), max(seq), null, 0, 0, max(recorded_at), null, 0, min(recorded_at)
from event group by tenant, scope, coalesce(session, '');
