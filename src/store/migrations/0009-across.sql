-- What an operator sees across the scopes of a tenant: memories newest first and by their id, events newest first.

create index memory_of_tenant on memory (tenant, num);
create index memory_in_tenant on memory (tenant, id);
create index event_of_tenant on event (tenant, recorded_at, scope, seq);
