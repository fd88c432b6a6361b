import type { CallOptions } from "../api/options.ts";
import type { ForgetTarget, RememberOptions } from "../api/write.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { ToolName } from "../domain/tool-definitions.ts";
import { isUsersWord } from "../domain/trust.ts";
import type { MemoryRow } from "../store/memories.ts";
import { recentWords } from "./by-tool.ts";
import { forgetByTool } from "./forget.ts";
import { asksToForget } from "./forget-asked.ts";
import { type ClaimOrigin, keepClaim } from "./keep-claim.ts";
import type { WriteTools } from "./write-tools.ts";

/** What a tool forgot, and what stays. */
export interface Forgot {
  readonly forgotten: readonly Memory[];
  readonly kept: readonly Memory[];
}

/** How tools write: what a model wants is not what the user said (C27). */
export interface ToolWriter {
  /** Stores a claim as the tool's word, or as the user's where their own messages say it. */
  store(tool: ToolName, text: string, options: RememberOptions, call: CallOptions): Promise<Memory>;
  /** Forgets, restorably, what the user asked to forget or what tools stored; the rest stays, and waits for a person. */
  forget(tool: ToolName, target: ForgetTarget, call: CallOptions): Promise<Forgot>;
}

/** `scopes`: the scope first, then those that are forgotten from together with it (R62). */
export function toolWriter(
  tools: WriteTools,
  origin: Omit<ClaimOrigin, "tool">,
  scopes: readonly Scope[],
): ToolWriter {
  return {
    async store(tool, text, options, { signal }) {
      tools.use();
      const call = { ...options, ...(signal === undefined ? {} : { signal }) };
      return (await keepClaim(tools, { ...origin, tool }, text, call)).memory;
    },
    async forget(tool, target, { signal }) {
      checkAborted(signal);
      const { writePolicy } = (await tools.tenants.now(origin.scope.tenant)).settings;
      const { requests } = await tools.rules.read(await recentWords(tools, origin.scope), 0);
      checkAborted(signal);
      const asked = requests.flat();
      // What a tool stored, and nobody confirmed, is a tool's to forget.
      const mayForget = ({ role, trust, text }: MemoryRow): boolean =>
        writePolicy.tools === "trusted" ||
        (role === "tool" && !isUsersWord(trust)) ||
        asksToForget(asked, text);
      const caller = { scopes, acting: origin.acting, tool, agent: origin.speaker.agent };
      return forgetByTool(tools, caller, target, mayForget);
    },
  };
}
