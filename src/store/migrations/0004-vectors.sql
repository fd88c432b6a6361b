-- Vectors of memories and events. `kind` is "m" (ref = memory.num) or "e" (ref = event.seq); `part` counts the passages
-- of a long text. `stamp` is the scope's counter `vec` when the row was written, so that an index that is already
-- loaded finds the vectors that came later. Wide rows: these tables keep their rowid.

alter table scope add column vec bigint not null default 0;
alter table scope add column embedded_seq bigint not null default 0;
alter table scope add column embedded_by text not null default '';

create table vector (
  tenant text not null,
  scope bigint not null,
  kind text not null,
  ref bigint not null,
  part integer not null,
  model text not null,
  stamp bigint not null,
  data bytea not null,
  unique (tenant, scope, kind, ref, part, model)
);
create index vector_by_stamp on vector (tenant, scope, stamp);
