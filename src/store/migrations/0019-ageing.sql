-- What time makes of memories is found by the moment it is due, and written down so that it can be told from what somebody set.

-- `aged_from`: the status before time changed it; null = the status was set. `archive_at`, `remove_at`: when the strength
-- falls below the bands; null = no bands. `due_at`: when time changes the status next. `ttl_own`: the TTL was set by hand.
alter table memory add column aged_from text;
alter table memory add column archive_at bigint;
alter table memory add column remove_at bigint;
alter table memory add column due_at bigint;
alter table memory add column ttl_own integer not null default 0;
update memory set ttl_own = 1 where exists (select 1 from history h where h.tenant = memory.tenant and h.scope = memory.scope and h.memory = memory.id and h.event = 'UPDATE' and h.after like '%"ttl_days":%');
create index memory_by_due on memory (tenant, due_at) where due_at is not null;

-- The settings that the rows of a tenant agree with; null = they have to be looked at one by one.
alter table tenant add column aged_by text;
