-- What was last written to a scope's MEMORY.md at one place, so that an edit by hand is told from a change of ours. It
-- holds ids, scores and hashes, no words; a purge empties the hash of what it erases.

create table markdown_file (
  tenant text not null,
  scope bigint not null,
  place text not null,
  state text not null,
  updated_at bigint not null,
  primary key (tenant, scope, place)
) without rowid; -- sqlite
); -- postgres

create index markdown_file_by_place on markdown_file (place);
