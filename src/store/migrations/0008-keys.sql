-- Who may come in through a door. Of a secret only its hash is kept; it was drawn at random, so a fast hash is enough.

-- `kind`: "key" is made by an operator, "login" is good for one exchange and gone after it, "session" is what it was
-- exchanged for. `scopes` and `categories` are JSON lists; null stands for all.
create table api_key (
  tenant text not null,
  id text not null,
  kind text not null,
  name text not null,
  hash text not null,
  role text not null,
  scopes text,
  agent text,
  categories text,
  created_at bigint not null,
  created_by text not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  primary key (tenant, id)
);
