-- The structured profile, and every decision about it. Proposals are numbered in their scope and are never deleted: they
-- are the record of who agreed to what (R280). A purge takes their words and leaves the rest.

-- `item` is '' for a field with one value and the value's key for a field with many. `source` is an event's id.
create table profile_field (
  tenant text not null,
  scope bigint not null,
  field text not null,
  item text not null,
  value text not null,
  confirmed integer not null,
  source text,
  proposal bigint not null,
  updated_at bigint not null,
  primary key (tenant, scope, field, item)
) without rowid; -- sqlite
); -- postgres

-- `sources` is a JSON list of events' ids. A change without a new value takes the old one away. `status` is what was
-- written down; a pending one whose time is over has expired, whether or not anybody wrote that down.
create table consent_proposal (
  tenant text not null,
  scope bigint not null,
  num bigint not null,
  field text not null,
  item text not null,
  old_value text,
  new_value text,
  needs text not null,
  sources text not null,
  reason text not null,
  proposed_by text not null,
  status text not null,
  created_at bigint not null,
  expires_at bigint,
  decided_at bigint,
  decided_by text,
  decided_how text,
  erased_at bigint,
  primary key (tenant, scope, num)
) without rowid; -- sqlite
); -- postgres
