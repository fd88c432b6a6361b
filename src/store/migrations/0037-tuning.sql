-- Policies that are tried before they are in force, and what a decision has to know to be made again.

-- JSON of all that the write policy looked at: numbers, names and flags, never the words of the claim. Null for decisions
-- that no policy can change, such as that a message says nothing.
alter table decision add column input text;
-- The status that the claim was let in with, or how it was refused.
alter table decision add column fate text;
create index decision_by_time on decision (tenant, at) where input is not null;
insert into sqlite_stat1 (tbl, idx, stat) values ('decision', 'decision_by_time', '500000 500000 1'); -- sqlite
analyze sqlite_schema; -- sqlite

-- How a version came about: 'set', 'rollback', 'promote', or 'candidate', which is never in force itself. `copies` is the
-- version that a rollback or a promotion is equal to.
alter table policy_version add column how text not null default 'set';
alter table policy_version add column copies integer;

-- A candidate version and where it stands: decided beside the active one (`shadow`), in force in a share of the scopes
-- (`canary`), or ended. `base` is the version that it was proposed against. Decisions after `split_at` are never used to
-- find a candidate. `report` is JSON of the last comparison.
create table policy_trial (
  tenant text not null,
  version integer not null,
  base integer not null,
  status text not null,
  share double precision not null,
  split_at bigint not null,
  report text not null,
  created_at bigint not null,
  updated_at bigint not null,
  canary_at bigint,
  primary key (tenant, version)
) without rowid; -- sqlite
); -- postgres
create unique index policy_trial_canary on policy_trial (tenant) where status = 'canary';

-- Decisions that a candidate would have made otherwise. `was` and `becomes` are what the claim becomes under the active
-- policy and under the candidate.
create table policy_difference (
  tenant text not null,
  version integer not null,
  scope bigint not null,
  seq bigint not null,
  num bigint not null,
  was text not null,
  becomes text not null,
  reason text not null,
  at bigint not null,
  primary key (tenant, version, scope, seq, num)
) without rowid; -- sqlite
); -- postgres

-- Every step of tuning, with who and why. `was` is what undoing it restores: a version, or a trial's share.
create table policy_step (
  tenant text not null,
  num bigint not null,
  kind text not null,
  version integer not null,
  was double precision,
  detail text not null,
  actor text not null,
  reason text not null,
  at bigint not null,
  undone_by bigint,
  primary key (tenant, num)
) without rowid; -- sqlite
); -- postgres
