-- Events that somebody asked to forget: kept, and no longer recalled. `hides` counts the times events were hidden or shown
-- again, so that an index in memory notices.

alter table event add column hidden_at bigint;
alter table scope add column hides bigint not null default 0;
