-- Operational events are counted in a span of time, whatever the part of the engine: the primary key serves that as well,
-- and each write has one tree less to keep.

drop index op_event_by_node;
