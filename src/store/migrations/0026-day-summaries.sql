-- What each person said and did in a scope on one day that is over: one row a day, the summaries by account id as JSON.
-- `method` says what made them: a model, the engine's own choice of lines, or nothing because a model would not (`blocked`).
-- `scope.days` moves when a message of an earlier time comes, goes or changes, so that no process keeps summaries of it.

create table day_summary (
  tenant text not null,
  scope bigint not null,
  zone text not null,
  day text not null,
  from_at bigint not null,
  until_at bigint not null,
  summaries text not null,
  method text not null,
  model text,
  built_at bigint not null,
  primary key (tenant, scope, zone, day)
) without rowid; -- sqlite
); -- postgres
create index day_summary_by_end on day_summary (tenant, until_at);

alter table scope add column days bigint not null default 0;
create index event_by_time on event (tenant, scope, at);
