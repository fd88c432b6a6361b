-- Whether only somebody else said so, and no person has decided about it since: its words may be quoted as theirs.

alter table memory add column hearsay integer not null default 0;
