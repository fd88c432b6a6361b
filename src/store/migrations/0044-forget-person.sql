-- Everything of a scope, of one member or of one person that was forgotten at once, and what of it can still come back.

-- One row for each such forgetting: its receipt. Ids and numbers, never words. `id` is also the batch of its changes. `who` is
-- JSON of what was asked for, `parts` JSON of the scopes and accounts that it came to. `status`: 'running', 'done',
-- 'restored', or 'erased' where the time to restore it is over. `beat_at` is its last step.
create table person_forget (
  tenant text not null,
  id text not null,
  who text not null,
  parts text not null,
  hard integer not null,
  status text not null,
  counts text not null,
  actor text not null,
  reason text not null,
  begun_at bigint not null,
  ended_at bigint,
  purge_at bigint,
  beat_at bigint not null,
  primary key (tenant, id)
) without rowid; -- sqlite
); -- postgres
create index person_forget_by_time on person_forget (tenant, begun_at);
create index person_forget_open on person_forget (status, beat_at) where status <> 'restored';

-- Rows of tables that know no forgotten state, put aside by a forgetting that can be taken back. `num` counts them in their
-- batch; `data` is JSON of the row's columns.
create table shelved_row (
  tenant text not null,
  scope bigint not null,
  batch text not null,
  num bigint not null,
  kind text not null,
  data text not null,
  primary key (tenant, scope, batch, num)
);
