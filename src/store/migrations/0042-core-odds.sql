-- Whether a text belongs in every prompt, as its embedder judged it: JSON, log-odds of each sort. Null where nobody has.

alter table vector add column core text;
