-- What extraction and matching need: how far a scope's events were read, what a claim is about and on whose word it
-- stands, and a row for every decision, also for a refusal.

alter table scope add column extracted_seq bigint not null default 0;

-- `slot`: what it says something about, without what it says ("home"). `affirmed` is 0 for a denial. `rank` and
-- `trust` are those of its best source; what was there before was said by a user on purpose.
alter table memory add column slot text;
alter table memory add column affirmed integer not null default 1;
alter table memory add column rank integer not null default 11;
alter table memory add column trust double precision not null default 1;

-- `hash` is that of the candidate's words: what was refused must not be readable here.
create table decision (
  tenant text not null,
  scope bigint not null,
  seq bigint not null,
  num integer not null,
  stage text not null,
  outcome text not null,
  reason text not null,
  memory text,
  hash text not null,
  policy integer not null,
  at bigint not null,
  primary key (tenant, scope, seq, num)
) without rowid; -- sqlite
); -- postgres
create index decision_by_memory on decision (tenant, scope, memory);
