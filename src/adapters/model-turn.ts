import { withoutUndefined } from "../domain/arguments.ts";
import type { Memoir, Recall, ScopeHandle } from "../index.ts";
import { type Recalled, recallInTime, record } from "./in-time.ts";
import { codeOf, type MemoryLog } from "./log.ts";
import type { CallMessage, ModelCall, Speaker } from "./model-call.ts";
import { insertBlockInPrompt, messagesInPrompt } from "./model-prompt.ts";
import { type SpeakerOption, speakerOf } from "./speaker.ts";
import { type TurnMessage, turnEvents } from "./turn-events.ts";

/** What a call has in `providerMetadata.memoir`. */
export type MemoirMetadata = {
  memory: "on" | "off";
  /** Why memory is off: `no-scope`, or an error's code. `null`: it is on. */
  reason: string | null;
  /** How many lines were recalled. */
  recalled: number;
  /** Their ids. */
  ids: string[];
  /** Why the recall may be incomplete: `deadline`, an error's code, or a reason as `recall()` gives it. */
  degraded: string | null;
};

/** One call with its memory. */
export interface ModelTurn {
  readonly metadata: MemoirMetadata;
  /** Records what was said up to this answer; `""`: as far as the user's words. It never rejects. */
  record(answer: string): Promise<void>;
}

export interface TurnContext {
  /** Which adapter hears it; the beginning of the events' ids. */
  readonly prefix: string;
  readonly memoir: Memoir;
  readonly scope?: SpeakerOption;
  readonly tenant?: string;
  readonly agent?: string;
  readonly deadlineMs: number;
  readonly log: MemoryLog;
}

/** Recalls for a call, and puts the block into its prompt. It never rejects. */
export async function takeTurn(
  context: TurnContext,
  call: ModelCall,
): Promise<{ prompt: readonly CallMessage[]; turn: ModelTurn }> {
  const { prompt } = call;
  const meant = scopeOf(context, call);
  if (typeof meant === "string") return { prompt, turn: turnWithout(meant) };
  const { scope, speaker, said } = meant;
  const { recall, failure } = await recallForQuestion(context, meant, call);
  const block = recall === null || recall.toPrompt() === "" ? null : recall;
  const ids = (recall?.hits ?? []).map(({ id }) => id);
  const degraded = failure ?? recall?.degraded?.reason ?? null;
  let undelivered = recall;
  return {
    prompt: block === null ? prompt : insertBlock(context, prompt, block),
    turn: {
      metadata: { memory: "on", reason: null, recalled: ids.length, ids, degraded },
      record(answer) {
        const { author, authorName, session } = speaker;
        const conversation = { prefix: context.prefix, said, continues: null, author, authorName, session };
        // What a prompt had is told with the answer to it.
        const delivered = answer === "" ? null : undelivered;
        if (answer !== "") undelivered = null;
        return record(scope, turnEvents(conversation, answer), delivered, context.log);
      },
    },
  };
}

function turnWithout(reason: string): ModelTurn {
  return {
    metadata: { memory: "off", reason, recalled: 0, ids: [], degraded: null },
    record: async () => undefined,
  };
}

interface Meant {
  readonly scope: ScopeHandle;
  readonly speaker: Speaker;
  readonly said: readonly TurnMessage[];
}

/** Whose memory a call is about, or why there is none. */
function scopeOf({ memoir, tenant, agent, log, ...options }: TurnContext, call: ModelCall): Meant | string {
  try {
    const speaker = speakerOf(options.scope, call);
    if (speaker === null) return "no-scope";
    const scope = memoir.scope(speaker.scope, withoutUndefined({ tenant, agent, thread: speaker.session }));
    return { scope, speaker, said: messagesInPrompt(call.prompt) };
  } catch (error) {
    const code = codeOf(error);
    log({ level: "warn", event: "memory", step: "scope", code });
    return code;
  }
}

/** For the user's last words. */
function recallForQuestion(
  { deadlineMs, log }: TurnContext,
  { scope, speaker, said }: Meant,
  { tools, abortSignal: signal }: ModelCall,
): Recalled | Promise<Recalled> {
  const question = said.findLast(({ role, words }) => role === "user" && words.trim() !== "");
  if (question === undefined) return { recall: null, failure: null };
  const { words, author: asker = speaker.author } = question;
  return recallInTime(
    scope,
    { words, asker, tools: tools !== undefined && tools.length > 0, deadlineMs, signal },
    log,
  );
}

function insertBlock(
  { memoir, log }: TurnContext,
  prompt: readonly CallMessage[],
  recall: Recall,
): readonly CallMessage[] {
  try {
    return insertBlockInPrompt(prompt, recall, memoir.settings.render.placement);
  } catch (error) {
    log({ level: "error", event: "memory", step: "inject", code: codeOf(error) });
    return prompt;
  }
}
