-- A scope can be dropped with everything in it. Its number is never given again: processes hold what they know of a scope
-- by its number. PostgreSQL's sequence does that by itself.

create table scope_numbered ( -- sqlite
  num integer primary key autoincrement, -- sqlite
  tenant text not null, -- sqlite
  kind text not null, -- sqlite
  id text not null, -- sqlite
  seq bigint not null default 0, -- sqlite
  rev bigint not null default 0, -- sqlite
  writes integer not null default 1, -- sqlite
  created_at bigint not null, -- sqlite
  vec bigint not null default 0, -- sqlite
  embedded_seq bigint not null default 0, -- sqlite
  embedded_by text not null default '', -- sqlite
  extracted_seq bigint not null default 0, -- sqlite
  embed_gap bigint, -- sqlite
  hides bigint not null default 0, -- sqlite
  salt text, -- sqlite
  event_bytes bigint not null default 0, -- sqlite
  expired_seq bigint not null default 0, -- sqlite
  days bigint not null default 0, -- sqlite
  unique (tenant, kind, id) -- sqlite
); -- sqlite
insert into scope_numbered select -- sqlite
  num, tenant, kind, id, seq, rev, writes, created_at, vec, embedded_seq, embedded_by, extracted_seq, embed_gap, hides, -- sqlite
  salt, event_bytes, expired_seq, days from scope; -- sqlite
drop table scope; -- sqlite
alter table scope_numbered rename to scope; -- sqlite
