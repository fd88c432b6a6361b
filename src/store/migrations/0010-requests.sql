-- Requests of a door that carry a key of their own, and what was answered, so that sending one again does not do it again.

-- `caller` is the API key's id. Of the request's own key, and of the request, only hashes are kept; the second one takes
-- the key in, so that nobody can guess a request from this row. `until`: whoever carries it out is given that long; null
-- once it is answered. `answer` is JSON, and null where its words were erased for good, which `erased` keeps in mind
-- for an answer that is yet to come.
create table idempotent_request (
  tenant text not null,
  caller text not null,
  name text not null,
  request text not null,
  begun_at bigint not null,
  until bigint,
  status integer,
  answer text,
  erased integer not null default 0,
  primary key (tenant, caller, name)
);
create index idempotent_request_age on idempotent_request (tenant, begun_at);
create index idempotent_request_words on idempotent_request (tenant) where erased = 0;
