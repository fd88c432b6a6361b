-- How far a session was compressed into the timeline: the last event that an entry holds, its time, and how many summaries
-- in a row have failed since.

alter table session add column compressed_seq bigint not null default 0;
alter table session add column compressed_at bigint;
alter table session add column compress_failures integer not null default 0;

-- Which events of a session a timeline entry (a memory) holds: those from `from_seq` to `to_seq`. `part` counts the entries
-- that a dump was split into. `stale` counts how often its words were taken away since it was written; 0 = it is whole.
create table timeline_span (
  tenant text not null,
  scope bigint not null,
  memory text not null,
  session text not null,
  part integer not null,
  method text not null,
  from_seq bigint not null,
  to_seq bigint not null,
  stale integer not null default 0,
  primary key (tenant, scope, memory)
) without rowid; -- sqlite
); -- postgres
create index timeline_span_of_session on timeline_span (tenant, scope, session, to_seq);
create index timeline_span_stale on timeline_span (tenant, scope) where stale > 0;

create index event_of_session on event (tenant, scope, session, seq) where session is not null;
