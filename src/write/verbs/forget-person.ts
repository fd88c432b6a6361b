import { randomUUID } from "node:crypto";
import type { PersonPreview, PersonReceipt, PersonTarget } from "../../api/people.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import {
  addCounts,
  FOLLOWING_KINDS,
  type ForgottenCounts,
  type ForgottenKind,
} from "../../domain/forgotten.ts";
import { parseScope } from "../../domain/scope.ts";
import { countBelongings, EXAMPLES, exampleBelongings } from "../../store/tables/belongings.ts";
import {
  type ForgettingRow,
  findForgetting,
  forgettingParts,
  interruptedForgetting,
  type PartOfForgetting,
  toReceipt,
} from "../../store/tables/forgettings.ts";
import { findScope, writesDisabled } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import { FORGETTING_STAGES } from "../../store/writes/forget-person.ts";
import { filesOfScope } from "../../store/writes/markdown.ts";
import type { Acting, WriteTools } from "../tools/write-tools.ts";
import { purgeTime } from "./forget.ts";
import { accountsOf, resolvePerson } from "./person-to-forget.ts";

/** The lines of every prompt that are somebody's, which the reading side knows. */
export type CoreOf = (part: PartOfForgetting) => Promise<readonly string[]>;

interface Previewing {
  readonly tools: WriteTools;
  readonly tenant: string;
  readonly coreOf: CoreOf;
  /** Whether a place is on this machine. */
  readonly isHere: (place: string) => boolean;
}

/** Characters of an example. */
const CUT = 120;

/** Says what a forgetting would take. */
export async function previewPerson(
  { tools, tenant, coreOf, isHere }: Previewing,
  target: PersonTarget,
  hard: boolean,
): Promise<PersonPreview> {
  const reader = tools.use();
  const { who, parts } = await resolvePerson(reader, tenant, target);
  let counts: ForgottenCounts = {};
  const examples: Partial<Record<ForgottenKind, string[]>> = {};
  const elsewhere: string[] = [];
  const add = (kind: ForgottenKind, texts: readonly string[]): void => {
    const examplesOfKind = [...(examples[kind] ?? []), ...texts.map(shortenText)].slice(0, EXAMPLES);
    if (examplesOfKind.length > 0) examples[kind] = examplesOfKind;
  };
  for (const part of parts) {
    const scope = parseScope(part.scope, tenant);
    const scopeRef = (await findScope(reader, scope))!;
    const core = await coreOf(part);
    const places = await filesOfScope(reader, scope);
    elsewhere.push(...places.filter((place) => !isHere(place)));
    counts = addCounts(counts, await countBelongings(reader, scopeRef, part, hard));
    counts = addCounts(counts, { core: core.length, files: places.length });
    add("core", core);
    const texts = await exampleBelongings(reader, scopeRef, part, hard);
    for (const kind of Object.keys(texts) as (keyof typeof texts)[]) add(kind, texts[kind] ?? []);
  }
  const scopes = parts.map(({ scope, accounts }) => ({ scope, accounts }));
  return { tenant, who, scopes, hard, counts, examples, filesElsewhere: elsewhere };
}

function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= CUT ? line : `${characters.slice(0, CUT - 1).join("")}…`;
}

export interface Forgetting {
  readonly hard: boolean;
  readonly acting: Acting;
  readonly reason: string;
  readonly signal: AbortSignal | undefined;
}

/** Forgets everything of somebody, or goes on with a forgetting of the same people that was interrupted. */
export async function forgetPerson(
  previewing: Previewing,
  target: PersonTarget,
  { hard, acting, reason, signal }: Forgetting,
): Promise<PersonReceipt> {
  const { tools, tenant } = previewing;
  const reader = tools.use();
  const { who, parts } = await resolvePerson(reader, tenant, target);
  const whoJson = JSON.stringify(who);
  let row = await interruptedForgetting(reader, tenant, whoJson, hard);
  if (row === undefined) {
    await refuseClosed(reader, tenant, parts);
    const { counts } = await previewPerson(previewing, target, hard);
    const following = Object.fromEntries(FOLLOWING_KINDS.map((kind) => [kind, counts[kind] ?? 0]));
    const at = tools.now();
    row = {
      ...{
        id: randomUUID(),
        who: whoJson,
        parts: JSON.stringify(parts),
        hard: hard ? 1 : 0,
        status: "running",
      },
      ...{ counts: JSON.stringify(addCounts({}, following)), actor: acting.actor, reason, begun_at: at },
      ...{ ended_at: null, purge_at: hard ? null : purgeTime(tools, at) },
    };
    await tools.store.write("beginForgetting", { tenant, row });
  }
  return finishForgetting(tools, tenant, row, { acting, signal, due: false });
}

/** Before anything is gone, not in the middle. */
async function refuseClosed(
  reader: SqlReader,
  tenant: string,
  parts: readonly PartOfForgetting[],
): Promise<void> {
  for (const part of parts) {
    const scope = parseScope(part.scope, tenant);
    if ((await findScope(reader, scope))?.writes === 0) throw writesDisabled(scope);
  }
}

interface CarryingOut {
  readonly acting: Acting;
  readonly signal: AbortSignal | undefined;
  /** The time to restore it is over. */
  readonly due: boolean;
}

/** Does what is left of a forgetting, one transaction after another. */
export async function finishForgetting(
  tools: WriteTools,
  tenant: string,
  row: ForgettingRow,
  { acting, signal, due }: CarryingOut,
): Promise<PersonReceipt> {
  const hard = row.hard === 1;
  for (const { scope: name, ...whose } of forgettingParts(row)) {
    const scope = parseScope(name, tenant);
    const context = { ...tools.context(scope, row.reason, acting), batch: row.id };
    for (const stage of FORGETTING_STAGES) {
      for (let more = true; more; ) {
        checkAborted(signal);
        const args = { ...context, at: tools.now(), stage, whose, hard, due, purgeAt: row.purge_at ?? 0 };
        more = await tools.store.write(hard || due ? "eraseStep" : "forgetStep", args);
      }
    }
    tools.changed();
    if (hard || due) tools.erased(scope);
  }
  const { person } = JSON.parse(row.who) as PersonReceipt["who"];
  const isGone = person !== undefined && (hard || due);
  const ended = await tools.store.write("endForgetting", {
    ...{ tenant, id: row.id, status: due ? "erased" : "done", at: tools.now() },
    accounts: isGone ? await accountsOf(tools.use(), tenant, person) : [],
  });
  return toReceipt(tenant, ended);
}

/** Takes a forgetting back in all its scopes. Memories that were changed since are left as they are. */
export async function restorePerson(
  tools: WriteTools,
  tenant: string,
  id: string,
  { acting, reason, signal }: Omit<Forgetting, "hard">,
): Promise<PersonReceipt> {
  const row = await restorable(tools, tenant, id);
  for (const { scope: name } of forgettingParts(row)) {
    checkAborted(signal);
    const scope = parseScope(name, tenant);
    const context = tools.context(scope, reason, acting);
    const args = {
      ...context,
      of: id,
      purgeAt: purgeTime(tools, context.at),
      activatePending: true,
      lenient: true,
    };
    await tools.store.write("undoBatch", args).catch(unlessNothing);
    tools.changed();
  }
  const end = { tenant, id, status: "restored", accounts: [], at: tools.now() } as const;
  return toReceipt(tenant, await tools.store.write("endForgetting", end));
}

/** A scope in which nothing was there, or that was restored before an interruption. */
function unlessNothing(error: unknown): void {
  if (!MemoirError.is(error) || error.code !== "nothing_to_undo") throw error;
}

async function restorable(tools: WriteTools, tenant: string, id: string): Promise<ForgettingRow> {
  const row = await findForgetting(tools.use(), tenant, id);
  const details = { id };
  if (row === undefined)
    throw new MemoirError(
      "not_found",
      `There is no receipt ${id}. List the receipts to see which there are.`,
      {
        details,
      },
    );
  if (row.hard === 1 || row.status === "erased" || (row.purge_at ?? 0) <= tools.now())
    throw new MemoirError("gone", "This was erased for good, or its time to be restored is over.", {
      details,
    });
  if (row.status === "restored")
    throw new MemoirError("nothing_to_undo", "This was restored already.", { details });
  if (row.status === "running")
    throw new MemoirError("conflict", "This is still going on. Wait for its end, or call forget() again.", {
      details,
    });
  return row;
}
