-- How many bytes of words the events of a scope hold, for quotas, and how far those that are too old were erased.

alter table scope add column event_bytes bigint not null default 0;
alter table scope add column expired_seq bigint not null default 0;
update scope set event_bytes = coalesce((select sum(length(cast(e.text as blob)) + coalesce(length(cast(e.content as blob)), 0)) from event e where e.tenant = scope.tenant and e.scope = scope.num), 0); -- sqlite
update scope set event_bytes = coalesce((select sum(octet_length(e.text) + coalesce(octet_length(e.content), 0)) from event e where e.tenant = scope.tenant and e.scope = scope.num), 0); -- postgres
