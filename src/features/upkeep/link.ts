import { otherEnd, relationsOf } from "../../store/tables/relations.ts";
import type { LinkArgs } from "../../store/writes/link.ts";
import { linksTo } from "../../write/decide/nearest.ts";
import { type ChangedPage, eachChanged, neighboursOf } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

const NAME = "link";

/** Links what was written without links: before they were asked for, or before its vectors were there. */
export const linkTask: UpkeepTask = {
  name: NAME,
  about: "Links memories about the same thing that were written without their links.",
  reversible: true,
  continues: true,
  isEnabled: ({ relations }) => relations.enable,
  run: (run) => eachChanged(run, NAME, (page) => linkPage(run, page)),
};

async function linkPage(run: Run, page: ChangedPage): Promise<undefined> {
  const { scope, scopeRef, mark, next } = page;
  const { settings } = await run.tools.tenants.now(scope);
  const memories: LinkArgs[] = [];
  const pairs = new Set<string>();
  for (const row of page.rows) {
    run.signal.throwIfAborted();
    if (row.kind !== "semantic") continue;
    const near = await neighboursOf(run, scopeRef, row);
    const relations = await relationsOf(run.tools.store.read, scopeRef, [row.id]);
    const linked = new Set(relations.map((one) => otherEnd(one, row.id)));
    const all = linksTo(row.text, near, settings.relations, run.at);
    const links = all.filter(({ id }) => !linked.has(id) && !pairs.has(`${id} ${row.id}`));
    if (links.length === 0) continue;
    for (const { id } of links) pairs.add(`${row.id} ${id}`);
    memories.push({ id: row.id, links });
    for (const { id, strength } of links) {
      const detail = `related to ${id} with ${strength.toFixed(2)}`;
      run.change({ action: "link", scope, memory: row, detail });
    }
  }
  if (run.dryRun) run.count("made", pairs.size);
  else {
    const context = run.context(scope, "about the same thing");
    await run.apply("link", { ...context, memories, mark }, next);
  }
}
