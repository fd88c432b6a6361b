-- What language models cost: requests and tokens by tenant, UTC day, role and model. Numbers only, no text.
create table model_usage (
  tenant text not null,
  day text not null,
  role text not null,
  model text not null,
  calls bigint not null,
  failures bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (tenant, day, role, model)
) without rowid; -- sqlite
); -- postgres
