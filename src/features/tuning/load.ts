import { decodeCase } from "../../domain/case.ts";
import { formatScope } from "../../domain/scope.ts";
import { TOOL_NAMES } from "../../domain/tool-definitions.ts";
import { giveWay } from "../../runtime/yield.ts";
import {
  type CasePosition,
  type CaseRow,
  changesAfterCases,
  listCases,
  type TellingChange,
} from "../../store/tables/cases.ts";
import { feedbackOnMemories } from "../../store/tables/feedback.ts";
import type { SqlReader } from "../../store/tx.ts";
import { isOwnRequest, labelOf, signalOf } from "./labels.ts";
import type { LoggedCase, OutcomeSignal } from "./logged-case.ts";

const PAGE = 1_000;
/** The newest decisions that are looked at; more change no number that is shown. */
const MAX_DECISIONS = 50_000;
/** The actor of what the engine does by itself, and the reason of a forgetting that a person asked for in chat. */
const ENGINE = "memoir";
const ASKED = "asked to forget";
/** Changes that a model's tools made. `remember` and `forget` are also calls of the application. */
const TOOLS: ReadonlySet<string> = new Set(
  TOOL_NAMES.filter((name) => name !== "remember" && name !== "forget"),
);

/** The logged decisions of a span that can be made again, oldest first, with what people have shown of them since. */
export async function loadCases(
  reader: SqlReader,
  tenant: string,
  { from, to }: { readonly from: number; readonly to: number },
  labelDays: number,
): Promise<LoggedCase[]> {
  const rows: Decoded[] = [];
  let after: CasePosition = { at: from, scope: 0, seq: 0, num: 0 };
  for (;;) {
    const page = await listCases(reader, tenant, { after, limit: PAGE });
    for (const row of page) if (row.at <= to) rows.push({ ...row, case: decodeCase(row.input) });
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || last.at > to) break;
    after = last;
    if (rows.length > 2 * MAX_DECISIONS) rows.splice(0, rows.length - MAX_DECISIONS);
    await giveWay();
  }
  const newest = rows.slice(-MAX_DECISIONS);
  const first = newest[0]?.at ?? to;
  const changes = await changesAfterCases(reader, tenant, {
    from: first,
    to,
    engine: ENGINE,
    forgetReason: ASKED,
  });
  const verdicts = await feedbackOnMemories(reader, tenant, { from: first, to });
  const signals = signalsIn(newest, changes, verdicts);
  return newest.map((row) => ({
    scope: row.scope,
    seq: row.seq,
    num: row.num,
    at: row.at,
    policy: row.policy,
    fate: row.fate,
    memory: row.memory,
    case: row.case,
    scopeName: formatScope({ kind: row.scope_kind, id: row.scope_id }),
    label: labelOf(row.at, signals(row), labelDays),
  }));
}

type Decoded = CaseRow & Pick<LoggedCase, "case">;

/** By a decision, the signals about it: about its memory, or about the same words said again. */
function signalsIn(
  rows: readonly Decoded[],
  changes: readonly TellingChange[],
  verdicts: Awaited<ReturnType<typeof feedbackOnMemories>>,
): (row: Decoded) => OutcomeSignal[] {
  const ofMemory = (scope: number, memory: string): string => `${scope} ${memory}`;
  const byKey = new Map<string, (OutcomeSignal & { readonly from?: Decoded })[]>();
  const note = (key: string, signal: OutcomeSignal & { readonly from?: Decoded }): void => {
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [signal]);
    else list.push(signal);
  };
  for (const { scope, memory, verdict: kind, at } of verdicts) note(ofMemory(scope, memory), { kind, at });
  const corrections = new Set<string>();
  for (const row of rows) {
    if (row.case.corrects && row.case.role === "user" && row.memory !== null)
      corrections.add(`${ofMemory(row.scope, row.memory)} ${row.at}`);
    if (!isOwnRequest(row.case) || row.fate !== "active") continue;
    const confirmed = { kind: "confirmed", at: row.at, from: row } as const;
    if (row.memory !== null) note(ofMemory(row.scope, row.memory), confirmed);
    note(`${row.scope} #${row.hash}`, confirmed);
  }
  for (const change of changes) {
    const after = change.after === null ? null : (JSON.parse(change.after) as Record<string, unknown>);
    const key = ofMemory(change.scope, change.memory);
    const isPersons = (change.actor !== ENGINE || change.reason === ASKED) && !TOOLS.has(change.reason);
    const { event, at } = change;
    if (typeof after?.superseded_by === "string" && after.status === "superseded") {
      const by = `${ofMemory(change.scope, after.superseded_by)} ${at}`;
      if (corrections.has(by)) note(key, { kind: "corrected", at });
    } else if (isPersons) {
      const signal = signalOf({ event, isUndo: change.undo_of !== null, after, at });
      if (signal !== null) note(key, signal);
    }
  }
  return (row) =>
    [
      ...(row.memory === null ? [] : (byKey.get(ofMemory(row.scope, row.memory)) ?? [])),
      ...(byKey.get(`${row.scope} #${row.hash}`) ?? []),
    ].filter(({ from }) => from !== row);
}
