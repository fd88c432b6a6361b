-- Full text serves forget({ about }) and an operator's search, and took an eighth of a write. New memories enter it in
-- batches, when nothing else is to be written; until then they are compared by memory.terms (store/full-text.ts).

drop trigger memory_fts_insert; -- sqlite
