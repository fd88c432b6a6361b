-- The first event that no model could embed yet: those after it may have their vectors all the same. Null: there is none.

alter table scope add column embed_gap bigint;
