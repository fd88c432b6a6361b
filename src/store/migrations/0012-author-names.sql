-- Who speaks in a scope, and under which names: one row a name, so that an old name still leads to its account. An
-- account that was never given a name has one row with an empty one.

create table author_name (
  tenant text not null,
  scope bigint not null,
  account text not null,
  name text not null,
  seen_at bigint not null,
  seen_seq bigint not null,
  primary key (tenant, scope, account, name)
) without rowid; -- sqlite
); -- postgres

insert into author_name (tenant, scope, account, name, seen_at, seen_seq)
  select tenant, scope, actor, '', max(at), max(seq) from event where actor is not null group by tenant, scope, actor;
