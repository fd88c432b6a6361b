/**
 * SQLite's full text lags behind the memories: the writer adds new ones in batches, in the order of their numbers. So
 * those up to this number are in it, and those above are not yet. A change or deletion of a memory that is in it reaches
 * it in the same transaction, by triggers.
 */
export const INDEXED_TO = `coalesce((select max(c.id) from memory_fts_content c
  where c.id <= (select max(num) from memory)), 0)`;

/** Adds the next memories to the full text. The scope is a token of the row, "§17", which no term can be. */
export const INDEX_NEXT = `insert into memory_fts (rowid, terms)
  select num, '§' || scope || ' ' || terms from memory where num > ${INDEXED_TO} order by num limit 1000`;

/** Rows that contradict each other; one column, `found`. */
export const FULL_TEXT_PROBLEMS = `select m.id as found from memory m left join memory_fts f on f.rowid = m.num
   where m.num <= ${INDEXED_TO} and (f.rowid is null or f.terms <> '§' || m.scope || ' ' || m.terms)
   union all select 'row ' || f.rowid from memory_fts f where not exists (select 1 from memory m where m.num = f.rowid)`;
