import { invalidArgument } from "../../domain/errors.ts";
import { FORGOTTEN_KINDS, type ForgottenCounts, type ForgottenKind } from "../../domain/forgotten.ts";
import type { PersonPreview, PersonReceipt, PersonTarget } from "../../index.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../failure.ts";
import { countText, utc } from "../format.ts";
import { type AtTenant, atTenant } from "../open.ts";
import { firstOf, flatLines, type Lines, pairs, type Screen, table } from "../output.ts";
import { canAsk, confirm, noTerminal } from "../terminal.ts";
import { oneLine } from "../width.ts";

/** The options of `forget`. */
export interface ForgetFlags {
  readonly key?: string;
  readonly about?: string;
  readonly core?: string;
  readonly message?: string;
  readonly everything?: boolean;
  readonly member?: string;
  readonly person?: string;
  readonly receipts?: boolean;
  readonly hard?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `forget` about everything of a scope, a member or a person. */
export function forgetPeople(
  context: Context,
  id: string | undefined,
  flags: ForgetFlags,
): Promise<ExitCode | undefined> {
  const { everything, member, person, receipts, hard = false, dryRun = false, yes = false } = flags;
  const targets = [id, flags.key, flags.about, flags.core, person, receipts, everything ?? member];
  if (targets.filter((one) => one !== undefined).length > 1) {
    throw invalidArgument(
      "Say what to forget in one way: --everything or --member of the scope, --person NAME, or a memory.",
    );
  }
  const asks = receipts !== true && !dryRun && !yes;
  if (asks && !canAsk(context.io))
    throw noTerminal(person === undefined ? "forget --everything" : "forget --person");
  return atTenant(context, { creates: false }, async (at) => {
    if (receipts === true) return listReceipts(at);
    const { operator, here, tenant, io, out, by } = at;
    const who: PersonTarget =
      person !== undefined
        ? { person }
        : member !== undefined
          ? { scope: here.scope, member }
          : { scope: here.scope };
    const preview = await operator.people.preview(who, { hard, signal: io.signal });
    if (dryRun) {
      out.answer({ tenant, dryRun, preview }, (screen) => previewLines(screen, preview));
      return undefined;
    }
    if (asks) {
      io.stderr.write(`${flatLines(previewLines(out.screen, preview)).join("\n")}\n`);
      const question = hard ? "Erase all of this for good?" : "Forget all of this?";
      if (!(await confirm(io, question))) {
        out.answer({ tenant, dryRun, receipt: null }, () => ["Nothing was forgotten."]);
        return EXIT.no;
      }
    }
    const receipt = await operator.people.forget(who, { hard, signal: io.signal, ...by });
    out.answer({ tenant, dryRun, receipt }, (screen) => receiptLines(screen, receipt));
    return undefined;
  });
}

/** How each kind is named for one and for several. */
const KINDS: Readonly<Record<ForgottenKind, readonly [string, string]>> = {
  messages: ["message", "messages"],
  replies: ["answer to them", "answers to them"],
  memories: ["memory", "memories"],
  timeline: ["timeline entry", "timeline entries"],
  profile: ["profile field or proposal", "profile fields and proposals"],
  core: ["line of every prompt", "lines of every prompt"],
  digests: ["day summary", "day summaries"],
  contexts: ["context of a reply", "contexts of replies"],
  feedback: ["feedback", "feedback"],
  checkpoints: ["row of checkpoints", "rows of checkpoints"],
  documents: ["document", "documents"],
  names: ["name or account", "names and accounts"],
  vectors: ["vector", "vectors"],
  files: ["MEMORY.md file", "MEMORY.md files"],
  deliveries: ["waiting delivery to a hook", "waiting deliveries to hooks"],
};

function whoText(who: PersonReceipt["who"]): string {
  if (who.person !== undefined) return oneLine(who.person);
  return who.member === undefined ? oneLine(who.scope ?? "") : oneLine(`${who.member} in ${who.scope}`);
}

function countLines(counts: ForgottenCounts): string[] {
  return FORGOTTEN_KINDS.filter((kind) => (counts[kind] ?? 0) > 0).map(
    (kind) => `  ${countText(counts[kind] ?? 0, ...KINDS[kind])}`,
  );
}

function previewLines(
  screen: Screen,
  { who, hard, scopes, counts, examples, filesElsewhere }: PersonPreview,
): Lines {
  const { bold, dim } = screen.colors;
  const lines = countLines(counts);
  if (lines.length === 0) return [`Nothing of ${whoText(who)} is stored.`];
  return [
    bold(`Would ${hard ? "erase" : "forget"} of ${whoText(who)}:`),
    FORGOTTEN_KINDS.filter((kind) => (counts[kind] ?? 0) > 0).map((kind) => [
      `  ${countText(counts[kind] ?? 0, ...KINDS[kind])}`,
      (examples[kind] ?? []).map((text) => dim(`      ${oneLine(text)}`)),
    ]),
    scopes.length > 1 && dim(`  in ${scopes.map(({ scope }) => oneLine(scope)).join(", ")}`),
    filesElsewhere.map((place) => dim(`  ${oneLine(place)} is rewritten when it is synced there.`)),
  ];
}

function receiptLines(screen: Screen, receipt: PersonReceipt): Lines {
  const { colors, tick, suggest } = screen;
  const { who, hard, counts, id, restorableUntil, endedAt, actor, scopes } = receipt;
  const lines = countLines(counts);
  return [
    `${tick} ${hard ? "Erased" : "Forgot"} ${lines.length === 0 ? "nothing: nothing was there" : "everything"} of ${whoText(who)}.`,
    lines,
    pairs(screen, [
      ["receipt", id],
      ["by", oneLine(actor)],
      ["scopes", scopes.map(({ scope }) => oneLine(scope)).join(", ")],
      ["ended", endedAt === null ? null : utc(endedAt)],
    ]),
    restorableUntil !== null &&
      colors.dim(
        `Take it back until ${utc(restorableUntil)}: ${suggest(`undo --batch ${id}`, { inScope: false })}`,
      ),
  ];
}

export function restoredLines({ tick }: Screen, { who, counts }: PersonReceipt): Lines {
  return [`${tick} Brought back everything of ${whoText(who)}:`, countLines(counts)];
}

const MAX_RECEIPTS = 50;

async function listReceipts({ operator, tenant, out, io }: AtTenant): Promise<undefined> {
  const { items, more } = await firstOf(await operator.people.receipts({ signal: io.signal }), MAX_RECEIPTS);
  out.answer({ tenant, receipts: items, more }, (screen) => {
    if (items.length === 0) return [`Nobody was forgotten in tenant ${oneLine(tenant)}.`];
    return [
      table(screen, items, [
        ["RECEIPT", ({ id }) => id, screen.colors.cyan],
        ["WHO", ({ who }) => whoText(who)],
        ["HOW", ({ hard }) => (hard ? "erased" : "forgotten")],
        ["STATUS", ({ status }) => status],
        ["WHEN", ({ begunAt }) => utc(begunAt)],
        ["BY", ({ actor }) => oneLine(actor)],
      ]),
      more && screen.colors.dim(`There are more; these are the newest ${MAX_RECEIPTS}.`),
    ];
  });
}
