-- What is left of erased words is hashed with a random salt of the scope, and forgotten memories are found when their
-- time has come.

alter table scope add column salt text;
update scope set salt = lower(hex(randomblob(32))); -- sqlite
update scope set salt = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''); -- postgres

-- Hashes that were made without it are hashed once more, with it: their words are not known any more.
update tombstone set hash = memoir_sha256((select s.salt from scope s where s.num = tombstone.scope) || hash); -- sqlite
update decision set hash = substr(memoir_sha256((select s.salt from scope s where s.num = decision.scope) || hash), 1, 32); -- sqlite
update tombstone set hash = encode(sha256(convert_to((select s.salt from scope s where s.tenant = tombstone.tenant and s.num = tombstone.scope) || hash, 'UTF8')), 'hex'); -- postgres
update decision set hash = left(encode(sha256(convert_to((select s.salt from scope s where s.tenant = decision.tenant and s.num = decision.scope) || hash, 'UTF8')), 'hex'), 32); -- postgres
update history set hash = 'erased' where hash is not null;

create index memory_to_purge on memory (purge_at, tenant) where purge_at is not null;
create index idempotent_request_old on idempotent_request (begun_at);
