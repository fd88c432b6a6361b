-- Days are made of what users said: other events need no place in this index.

drop index event_by_time;
create index event_by_time on event (tenant, scope, at) where type = 'message' and role = 'user';
