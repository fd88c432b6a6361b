-- What a model knew when it said something: the lines of the block that went with a reply, by reference. `receipt` is JSON
-- of ids, revisions and places in messages, never words: these stay in memories, history and events, where forgetting
-- reaches them. `reply` and `question` are ids of events, which may be observed later or not at all.

create table reply_context (
  tenant text not null,
  scope bigint not null,
  num bigint not null,
  reply text not null,
  question text,
  thread text,
  receipt text not null,
  at bigint not null,
  primary key (tenant, scope, num)
);
create unique index reply_context_by_reply on reply_context (tenant, scope, reply);
create index reply_context_by_time on reply_context (tenant, scope, at);

-- What people said of a line: it helped, was wrong, was private. About a memory, or about an event by its place; `reply`
-- is the reply that it was part of. `effect` is what came of it: 'none', 'review' or 'hidden'.
create table feedback (
  tenant text not null,
  scope bigint not null,
  num bigint not null,
  memory text,
  event bigint,
  reply text,
  verdict text not null,
  author text,
  note text,
  effect text not null,
  batch text,
  at bigint not null,
  primary key (tenant, scope, num)
) without rowid; -- sqlite
); -- postgres
create index feedback_by_memory on feedback (tenant, scope, memory) where memory is not null;
create index feedback_by_event on feedback (tenant, scope, event) where event is not null;
create index feedback_by_time on feedback (tenant, at);
