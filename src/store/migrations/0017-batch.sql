-- The operation that a change was part of, so that all it did can be taken back at once: its changes, and the events it hid.

alter table history add column batch text;
alter table change_log add column batch text;
alter table event add column hidden_by text;
create index history_by_batch on history (tenant, scope, batch) where batch is not null;
create index event_by_hiding on event (tenant, scope, hidden_by) where hidden_by is not null;
