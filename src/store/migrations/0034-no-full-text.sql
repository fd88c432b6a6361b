-- Words are compared with memory.terms, on both databases alike. FTS5 took a tenth of a write, served only who forgets by
-- words and who looks through a whole tenant, and with the options that were needed here it loses deletions: where one
-- transaction changes a row and deletes another that shares a word with it, the deleted one may stay in the index.

drop trigger memory_fts_insert; -- sqlite
drop trigger memory_fts_update; -- sqlite
drop trigger memory_fts_delete; -- sqlite
drop table memory_fts; -- sqlite
