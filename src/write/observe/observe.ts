import { randomUUID } from "node:crypto";
import type { CallOptions } from "../../api/options.ts";
import type { ObserveResult } from "../../api/write.ts";
import { checkFlag, checkOneOf, checkSignal } from "../../domain/arguments.ts";
import { calledTools, plainMessage, wordsOfTool } from "../../domain/chat-message.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES, type EventInput } from "../../domain/event.ts";
import { redactInSteps, redactJsonInSteps, type Steps } from "../../domain/redact/redact.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId, checkOptionalId, checkText, checkTime, LIMITS, wellFormed } from "../../domain/text.ts";
import { cleanName } from "../../language/person-names.ts";
import { giveWay, runInSteps } from "../../runtime/yield.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import { quotaOf } from "../../store/tables/limits.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { checkEnabled } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Makes messages durable, each once by its id; nothing is kept where the settings say so. */
export async function observe(
  tools: WriteTools,
  scope: Scope,
  messages: readonly EventInput[],
  { thread, signal }: { thread: string | null; signal: AbortSignal | undefined },
): Promise<ObserveResult> {
  const { settings } = tools;
  const at = tools.now();
  const { events, redacted } = await recordable(
    messages,
    { thread, denyPatterns: settings.privacy.denyPatterns },
    at,
  );
  if (events.length === 0 || !settings.enable) {
    const seq = (await findScope(tools.use(), scope))?.seq ?? 0;
    return { recorded: 0, duplicates: 0, redacted: 0, seq };
  }
  const args = { scope, at, events, triggers: tools.turnTriggers, quota: quotaOf(settings) };
  const result = await tools.store.write("observe", args, { signal });
  const spoken = events.filter(({ type, role }) => type === "message" && role === "user");
  tools.countMessages(scope, Math.min(spoken.length, result.recorded));
  tools.embedLater(scope);
  return { ...result, redacted };
}

/** Takes the line of a message out of the core, or lets it in again. */
export async function allowInCore(
  tools: WriteTools,
  scope: Scope,
  { id, allowed }: { readonly id: string; readonly allowed: boolean },
  options: CallOptions,
): Promise<boolean> {
  tools.use();
  const change = { id: checkId(id, "id"), allowed: checkFlag(allowed, "allowed") };
  checkEnabled(tools.settings, "written");
  const args = { scope, at: tools.now(), ...change };
  return tools.store.write("allowCore", args, { signal: checkSignal(options.signal) });
}

/** The handle's thread, for messages that do not say, and the settings' own deny patterns. */
interface RecordDefaults {
  thread: string | null;
  denyPatterns: readonly string[];
  /** They come from an import, which notes in `content.import` what it took over. Default: false. */
  imports?: boolean;
}

/** An event as `observe()` stores it. */
export interface Recordable {
  readonly events: NewEvent[];
  /** How many pieces were cut or masked. */
  readonly redacted: number;
}

/**
 * Checks all messages before any is written: one bad message refuses the call, and nothing is half-written. Text that
 * must not be stored is removed here, before any other step sees the message.
 */
export async function recordable(
  inputs: readonly EventInput[],
  defaults: RecordDefaults,
  now: number,
): Promise<Recordable> {
  if (!Array.isArray(inputs)) {
    throw invalidArgument(`observe() takes a list of messages, got ${show(inputs)}.`);
  }
  if (inputs.length > LIMITS.batch) {
    throw new MemoirError(
      "too_large",
      `observe() got ${inputs.length} messages; at most ${LIMITS.batch} go in one call. Send them in parts.`,
      { details: { limit: LIMITS.batch, length: inputs.length } },
    );
  }
  let redacted = 0;
  const recording = { ...defaults, tools: calledTools(inputs), now };
  const events: NewEvent[] = [];
  // A copy without holes: the caller may go on using theirs.
  for (const [i, input] of Array.from(inputs).entries()) {
    const { event, count } = await runInSteps(newEvent(input, `messages[${i}]`, recording));
    redacted += count;
    events.push(event);
    await giveWay();
  }
  return { events, redacted };
}

/** The fields shared by the messages of one call. */
interface Recording extends RecordDefaults {
  /** Names of the tools that were called, by the ids of the calls. */
  tools: ReadonlyMap<string, string>;
  now: number;
}

function* newEvent(
  input: EventInput,
  path: string,
  { tools, now, thread, denyPatterns, imports }: Recording,
): Steps<{ event: NewEvent; count: number }> {
  if (typeof input !== "object" || input === null) {
    throw invalidArgument(`${path} must be an object with a text, got ${show(input)}.`);
  }
  if (imports !== true) refuseImportNote(input.content, path);
  const plain = plainMessage(input, path, tools);
  const role = checkOneOf(plain.role ?? "user", EVENT_ROLES, `${path}.role`);
  const content = yield* contentJson(plain.content, `${path}.content`, denyPatterns);
  const type = checkOneOf(
    input.type ?? (role === "tool" ? "tool_result" : "message"),
    EVENT_TYPES,
    `${path}.type`,
  );
  const text =
    plain.text === undefined && content.json !== null
      ? { text: type === "tool_result" ? yield* toolText(content.json, denyPatterns) : "", count: 0 }
      : yield* redactInSteps(checkText(plain.text, `${path}.text`, LIMITS.eventText), denyPatterns);
  const event: NewEvent = {
    id: input.id === undefined ? randomUUID() : checkId(input.id, `${path}.id`),
    type,
    role,
    actor: checkOptionalId(input.author, `${path}.author`),
    authorName: checkName(plain.authorName, `${path}.authorName`),
    text: text.text,
    content: content.json,
    platform: checkOptionalId(input.platform, `${path}.platform`),
    session: checkOptionalId(input.session, `${path}.session`),
    thread: checkOptionalId(input.thread, `${path}.thread`) ?? thread,
    turn: checkOptionalId(input.turn, `${path}.turn`),
    at: plain.at === undefined ? now : checkTime(plain.at, `${path}.at`),
    recordedAt: now,
  };
  return { event, count: text.count + content.count };
}

/** The text of a tool event without text, from its content as it is stored. */
function* toolText(json: string, denyPatterns: readonly string[]): Steps<string> {
  const words = wordsOfTool(JSON.parse(json)).slice(0, LIMITS.eventText);
  return (yield* redactInSteps(words, denyPatterns)).text;
}

/** People choose their names freely: one that cannot be used costs nothing but the name. */
function checkName(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return cleanName(value);
  throw invalidArgument(`${path} must be a string, got ${show(value)}.`, { path });
}

/** The note makes a claim of a text as it stands, past all reading and checking: no message may carry it. */
function refuseImportNote(content: unknown, path: string): void {
  if (typeof content !== "object" || content === null || !Object.hasOwn(content, "import")) return;
  throw invalidArgument(
    `${path}.content.import is for imports (operator().importForeign()). Give the field another name.`,
    { path: `${path}.content.import` },
  );
}

/** Structured content as it is stored: what must not be kept is masked in it. */
export function* contentJson(
  content: unknown,
  path: string,
  denyPatterns: readonly string[],
): Steps<{ json: string | null; count: number }> {
  if (content === undefined || content === null) return { json: null, count: 0 };
  let json: string | undefined;
  let count = 0;
  try {
    if (typeof content === "object") ({ json, count } = yield* redactJsonInSteps(content, denyPatterns));
  } catch {
    json = undefined;
  }
  // A Date is an object too, but JSON makes a string of it.
  if (json?.startsWith("{") !== true) {
    throw invalidArgument(`${path} must be an object that JSON can carry, got ${show(content)}.`);
  }
  if (json.length > LIMITS.eventContent) {
    throw new MemoirError(
      "too_large",
      `${path} has ${json.length} characters as JSON; at most ${LIMITS.eventContent} are taken. Store a reference.`,
    );
  }
  return { json: wellFormed(json), count };
}
