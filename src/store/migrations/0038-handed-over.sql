-- Which words of a message are not its speaker's own, as its embedder judged them: JSON, [start, end] of each stretch.
-- In the row of the first passage; null where nobody has judged it.

alter table vector add column handed text;
