-- Scopes, events, memories, and all that proves them.
-- One text for both databases. A line that ends in "-- sqlite" or "-- postgres" belongs to that database alone.
-- Every key and index begins with the tenant, so that PostgreSQL can partition each table by it.
-- On SQLite the narrow tables have no rowid, so that a row is one page to write and not two.
-- Times are epoch milliseconds UTC, flags are 0 or 1, JSON is text, ids of platforms are text.

create table tenant (
  tenant text not null,
  read_only integer not null default 0,
  updated_at bigint not null,
  primary key (tenant)
) without rowid; -- sqlite
); -- postgres

create sequence scope_num; -- postgres
create table scope (
  num integer primary key, -- sqlite
  num bigint not null default nextval('scope_num'), -- postgres
  tenant text not null,
  kind text not null,
  id text not null,
  seq bigint not null default 0,
  rev bigint not null default 0,
  writes integer not null default 1,
  created_at bigint not null,
  unique (tenant, kind, id)
);
create unique index scope_by_num on scope (tenant, num); -- postgres

create table event (
  tenant text not null,
  scope bigint not null,
  seq bigint not null,
  id text not null,
  type text not null,
  role text not null,
  actor text,
  text text not null,
  content text,
  platform text,
  session text,
  thread text,
  turn text,
  at bigint not null,
  recorded_at bigint not null,
  erased_at bigint,
  primary key (tenant, scope, seq)
);
create unique index event_by_id on event (tenant, scope, id);

create sequence memory_num; -- postgres
create table memory (
  num integer primary key, -- sqlite
  num bigint not null default nextval('memory_num'), -- postgres
  tenant text not null,
  scope bigint not null,
  id text not null, -- sqlite
  id text collate "C" not null, -- postgres
  key text not null,
  kind text not null,
  type text,
  category text not null,
  text text not null,
  tags text not null,
  confidence double precision not null,
  importance double precision not null,
  strength double precision not null,
  strength_at bigint not null,
  evidence_count integer not null,
  status text not null,
  pinned integer not null,
  superseded_by text,
  subject text,
  actor text,
  role text,
  user_id text,
  agent text,
  run text,
  thread text,
  session text,
  platform text,
  created_at bigint not null,
  updated_at bigint not null,
  confirmed_at bigint not null,
  last_activated bigint not null,
  activation_count integer not null,
  last_accessed bigint,
  access_count integer not null,
  ttl_days integer,
  expires_at bigint,
  purge_at bigint,
  rev bigint not null,
  terms text not null,
  unique (tenant, scope, id)
);
create unique index memory_by_key on memory (tenant, scope, key);
create unique index memory_by_num on memory (tenant, scope, num);

-- Full text: plain FTS5, because a contentless table keeps deleted words on disk even after VACUUM. The scope is a
-- token of the row ("§17", a character no term has) and is compared again in SQL. "ascii" splits at ASCII
-- punctuation and white space only, so every term arrives whole, in any script. PostgreSQL compares memory.terms.
create virtual table memory_fts using fts5 (terms, tokenize = 'ascii', detail = 'none', columnsize = 0); -- sqlite
insert into memory_fts (memory_fts, rank) values ('secure-delete', 1); -- sqlite
create trigger memory_fts_insert after insert on memory begin insert into memory_fts (rowid, terms) values (new.num, '§' || new.scope || ' ' || new.terms); end; -- sqlite
create trigger memory_fts_update after update of terms on memory begin update memory_fts set terms = '§' || new.scope || ' ' || new.terms where rowid = new.num; end; -- sqlite
create trigger memory_fts_delete after delete on memory begin delete from memory_fts where rowid = old.num; end; -- sqlite

-- What a purge leaves behind for indexes that have not caught up yet.
create table purged (
  tenant text not null,
  scope bigint not null,
  id text not null,
  rev bigint not null,
  primary key (tenant, scope, rev)
) without rowid; -- sqlite
); -- postgres

create table validity (
  tenant text not null,
  scope bigint not null,
  memory text not null,
  valid_from bigint not null,
  valid_to bigint,
  rev_from bigint not null,
  rev_to bigint,
  primary key (tenant, scope, memory, rev_from)
) without rowid; -- sqlite
); -- postgres

create table evidence (
  tenant text not null,
  scope bigint not null,
  memory text not null,
  event bigint not null,
  method text not null,
  trust double precision not null,
  span_start integer,
  span_end integer,
  model text,
  prompt_hash text,
  meta text not null,
  created_at bigint not null,
  primary key (tenant, scope, memory, event)
) without rowid; -- sqlite
); -- postgres

create table history (
  tenant text not null,
  scope bigint not null,
  rev bigint not null,
  memory text not null,
  event text not null,
  before text,
  after text,
  evidence bigint,
  undo_of bigint,
  undone_by bigint,
  hash text,
  actor text not null,
  reason text not null,
  at bigint not null,
  primary key (tenant, scope, rev)
) without rowid; -- sqlite
); -- postgres
create index history_by_memory on history (tenant, scope, memory, rev);

-- The ring of recent changes: the delta header of a thread and the live feed of a tenant read it.
create sequence change_num; -- postgres
create table change_log (
  num integer primary key, -- sqlite
  num bigint not null default nextval('change_num'), -- postgres
  xid bigint not null default (pg_current_xact_id()::text::bigint), -- postgres
  tenant text not null,
  scope bigint not null,
  rev bigint not null,
  memory text not null,
  event text not null,
  at bigint not null,
  unique (tenant, scope, rev)
);
create index change_feed on change_log (tenant, xid, num); -- postgres

create table thread_cursor (
  tenant text not null,
  scope bigint not null,
  thread text not null,
  seen_rev bigint not null,
  updated_at bigint not null,
  primary key (tenant, scope, thread)
) without rowid; -- sqlite
); -- postgres

create table op_event (
  tenant text not null,
  scope bigint not null,
  at bigint not null,
  num bigint not null,
  thread text,
  node text not null,
  op text not null,
  status text not null,
  memory text,
  category text,
  sim double precision,
  primary key (tenant, scope, at, num)
) without rowid; -- sqlite
); -- postgres
create index op_event_by_node on op_event (tenant, node, at);

-- Hashes only: what was forgotten must not be readable here.
create table tombstone (
  tenant text not null,
  scope bigint not null,
  hash text not null,
  created_at bigint not null,
  primary key (tenant, scope, hash)
) without rowid; -- sqlite
); -- postgres

create table identity (
  tenant text not null,
  account text not null,
  person text not null,
  name text,
  updated_at bigint not null,
  primary key (tenant, account)
) without rowid; -- sqlite
); -- postgres
