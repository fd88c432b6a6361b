import type { CallOptions } from "../api/options.ts";
import type { Remembered, RememberOptions } from "../api/write.ts";
import { checkAllowed } from "../domain/allowlist.ts";
import { MemoirError, type MemoirErrorCode } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import type { ToolName } from "../domain/tool-definitions.ts";
import { namesIn } from "../store/author-names.ts";
import { toMemory } from "../store/memories.ts";
import { byTool, recentWords } from "./by-tool.ts";
import { enter, NOT_DONE } from "./commit.ts";
import type { Refused } from "./decide.ts";
import { scopeNum } from "./decide-now.ts";
import type { Names } from "./meet.ts";
import { type Commanded, commanded, type Speaker } from "./remember.ts";
import type { Acting, WriteTools } from "./write-tools.ts";

/** Where a claim goes, and who makes it. */
export interface ClaimOrigin {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly speaker: Speaker;
  /** It is a command that a member of a group gives in chat; their word, or (`stranger`) only hearsay. Default: `null`. */
  readonly member?: { readonly role: "user" | "stranger" } | null;
  /** The tool through which a model asks for it; `null`: it is the user's word. */
  readonly tool: ToolName | null;
}

/** Keeps a claim: the user's, or what a model asks to keep through a tool. */
export async function keepClaim(
  tools: WriteTools,
  { scope, acting, speaker, tool, member = null }: ClaimOrigin,
  text: string,
  options: RememberOptions & CallOptions,
): Promise<Remembered> {
  if (!tools.settings.enable) {
    throw new MemoirError(
      "writes_disabled",
      "enable is off in the settings: nothing is remembered. Switch it on.",
    );
  }
  const { signal } = options;
  const context = tools.context(scope, tool ?? "remember", acting);
  const entered = await tools.accept(
    (async () => {
      const asked = await commanded(text, options, { ...speaker, at: context.at }, tools.settings);
      checkAllowed(acting.access, asked.proposal.candidate.category);
      const { proposal, event } =
        member !== null
          ? byMember(asked, member.role)
          : tool === null
            ? asked
            : byTool(asked, tool, scope, await recentWords(tools, scope));
      const num = await scopeNum(tools, scope);
      const names =
        num === undefined ? NOBODY : await namesIn(tools.store.read, { tenant: scope.tenant, num });
      return enter(tools, { proposal, source: event, names, context, done: NOT_DONE, signal });
    })(),
  );
  if ("refused" in entered) throw refusal(entered.refused, tool !== null);
  tools.embedLater(scope);
  return { memory: toMemory(entered.memory!, context.at), outcome: entered.outcome };
}

function byMember({ proposal, event }: Commanded, role: "user" | "stranger"): Commanded {
  return { event, proposal: { ...proposal, role, asked: { ...proposal.asked, byMember: true } } };
}

const NOBODY: Names = new Map();

/** What to do about a refusal. */
const ADVICE: Partial<Record<MemoirErrorCode, string>> = {
  invalid_argument: "writePolicy.allowedTypes lists those that are.",
  writes_disabled: "Switch it on to remember.",
  rate_limited: "Try again later, or raise the writePolicy's limit.",
  quota_exceeded: "Forget some of them, or raise writePolicy.maxItemsPerScope.",
};

function refusal({ code, reason }: Refused, byTool: boolean): MemoirError {
  const why = reason.replace(/^quarantined: /, "");
  const advice =
    byTool && code === "not_allowed" ? "Do not try again unless the user asks for it." : ADVICE[code];
  const sentences = [`${why.charAt(0).toUpperCase()}${why.slice(1)}.`, "Nothing was stored.", advice ?? ""];
  return new MemoirError(code, sentences.join(" ").trim());
}
