-- Addresses that are told of changes, and what each of them still has to be told. Ids and codes, never memory text: what is
-- sent is read when it is sent.

-- `feed_place` and `feed_num` are the place in the change feed up to which changes were taken; `skip` is JSON of places
-- after it that were committed before the hook was added. `last_num` numbers its deliveries. `events` and `scopes` are JSON
-- lists; null stands for all. `secret` signs, so it is kept as it is.
create table hook (
  tenant text not null,
  id text not null,
  url text not null,
  secret text not null,
  events text,
  scopes text,
  status text not null,
  feed_place bigint not null,
  feed_num bigint not null,
  skip text,
  last_num bigint not null,
  created_at bigint not null,
  created_by text not null,
  primary key (tenant, id)
) without rowid; -- sqlite
); -- postgres

-- One change for one hook. `status`: 'waiting', 'delivered' or 'parked'. `code` is the HTTP status of the last attempt, `error`
-- the kind of failure where there was no answer.
create table hook_delivery (
  tenant text not null,
  hook text not null,
  num bigint not null,
  scope bigint not null,
  rev bigint not null,
  memory text not null,
  event text not null,
  batch text,
  at bigint not null,
  status text not null,
  attempts integer not null,
  first_at bigint,
  last_at bigint,
  code integer,
  error text,
  primary key (tenant, hook, num)
) without rowid; -- sqlite
); -- postgres
create index hook_delivery_waiting on hook_delivery (tenant, hook, scope, num) where status = 'waiting';
create index hook_delivery_parked on hook_delivery (tenant, hook, num) where status = 'parked';

-- A scope with changes that a hook still has to be told, and when its first one is tried next.
create table hook_lane (
  tenant text not null,
  hook text not null,
  scope bigint not null,
  next_at bigint not null,
  primary key (tenant, hook, scope)
) without rowid; -- sqlite
); -- postgres
create index hook_lane_due on hook_lane (tenant, hook, next_at);
