-- The state of agents: one row a thread with its saved state, the checkpoints of its graph, and JSON documents.
-- `data` is JSON where `type` is `json`, and base64 of bytes otherwise. Ids are ordered by their bytes on both databases.
-- Rows may be large, so these tables keep SQLite's rowid.

create table checkpoint_thread (
  tenant text not null,
  scope bigint not null,
  thread text not null, -- sqlite
  thread text collate "C" not null, -- postgres
  id text not null,
  data text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (tenant, scope, thread)
);
create index checkpoint_thread_by_id on checkpoint_thread (tenant, thread);
create index checkpoint_thread_by_time on checkpoint_thread (tenant, updated_at desc);

-- One checkpoint of a graph. Channel values stand in `checkpoint_value`, so that one that did not change is stored once;
-- `slots` lists those of this checkpoint.
create table checkpoint_step (
  tenant text not null,
  scope bigint not null,
  thread text not null, -- sqlite
  thread text collate "C" not null, -- postgres
  ns text not null, -- sqlite
  ns text collate "C" not null, -- postgres
  id text not null, -- sqlite
  id text collate "C" not null, -- postgres
  parent text,
  type text not null,
  data text not null,
  meta_type text not null,
  meta text not null,
  slots text not null,
  created_at bigint not null,
  primary key (tenant, scope, thread, ns, id)
);

create table checkpoint_value (
  tenant text not null,
  scope bigint not null,
  thread text not null, -- sqlite
  thread text collate "C" not null, -- postgres
  ns text not null, -- sqlite
  ns text collate "C" not null, -- postgres
  slot text not null, -- sqlite
  slot text collate "C" not null, -- postgres
  type text not null,
  data text not null,
  primary key (tenant, scope, thread, ns, slot)
);

create table checkpoint_write (
  tenant text not null,
  scope bigint not null,
  thread text not null, -- sqlite
  thread text collate "C" not null, -- postgres
  ns text not null, -- sqlite
  ns text collate "C" not null, -- postgres
  step text not null, -- sqlite
  step text collate "C" not null, -- postgres
  task text not null, -- sqlite
  task text collate "C" not null, -- postgres
  idx integer not null,
  channel text not null,
  type text not null,
  data text not null,
  primary key (tenant, scope, thread, ns, step, task, idx)
);

-- A namespace is its labels, each with a dot behind it: `users.alice.` is below `users.` and not below `user.`.
-- `text` is searched and embedded; an empty one is not.
create sequence document_num; -- postgres
create table document (
  num integer primary key, -- sqlite
  num bigint not null default nextval('document_num'), -- postgres
  tenant text not null,
  scope bigint not null,
  namespace text not null, -- sqlite
  namespace text collate "C" not null, -- postgres
  key text not null, -- sqlite
  key text collate "C" not null, -- postgres
  value text not null,
  text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  unique (tenant, scope, namespace, key)
);
create unique index document_by_num on document (tenant, scope, num);
