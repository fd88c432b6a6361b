-- Edges between memories of one scope. An unordered pair is stored once, the smaller id first.

create table relation (
  tenant text not null,
  scope bigint not null,
  from_id text not null, -- sqlite
  from_id text collate "C" not null, -- postgres
  to_id text not null, -- sqlite
  to_id text collate "C" not null, -- postgres
  relation_type text not null default 'related_to',
  id text not null,
  strength double precision not null,
  created_at bigint not null,
  primary key (tenant, scope, from_id, to_id)
) without rowid; -- sqlite
); -- postgres
create index relation_to on relation (tenant, scope, to_id);

-- The memory that a merged one lives on in: its alias. The merged row keeps its words, for an undo.
alter table memory add column merged_into text;
create index memory_merged on memory (tenant, scope, merged_into) where merged_into is not null;
