-- Whether any job is due, of whatever tenant: with many tenants that have waiting jobs, going from one to the next costs more.

create index job_soonest on job (run_at) where status = 'queued';
