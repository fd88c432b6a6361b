import type { ForgetTarget } from "../api/forget.ts";
import type { RememberOptions } from "../api/write.ts";
import { isUsersWord } from "../domain/match/trust.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { ToolName } from "../domain/tool-names.ts";
import type { MemoryRow } from "../store/memories.ts";
import { recentWords } from "./by-tool.ts";
import { forgetByTool } from "./forget.ts";
import { asksToForget } from "./forget-asked.ts";
import { type ClaimOrigin, keepClaim } from "./keep-claim.ts";
import type { WriteTools } from "./write-tools.ts";

/** How tools write: what a model wants is not what the user said (C27). */
export interface ToolWriter {
  /** Stores a claim as the tool's word, or as the user's where their own messages say it. */
  store(tool: ToolName, text: string, options: RememberOptions): Promise<Memory>;
  /** Forgets, restorably, what the user asked to forget or what tools stored; the rest stays, and waits for a person. */
  forget(tool: ToolName, target: ForgetTarget): Promise<{ forgotten: Memory[]; kept: Memory[] }>;
}

/** `scopes`: the scope first, then those that are forgotten from together with it (R62). */
export function toolWriter(
  tools: WriteTools,
  origin: Omit<ClaimOrigin, "tool">,
  scopes: readonly Scope[],
): ToolWriter {
  return {
    async store(tool, text, options) {
      tools.use();
      return (await keepClaim(tools, { ...origin, tool }, text, options, undefined)).memory;
    },
    async forget(tool, target) {
      const { writePolicy } = (await tools.tenants.now(origin.scope.tenant)).settings;
      const { requests } = await tools.rules.read(await recentWords(tools, origin.scope), 0);
      const asked = requests.flat();
      // What a tool stored, and nobody confirmed, is a tool's to forget.
      const mayForget = ({ role, trust, text }: MemoryRow): boolean =>
        writePolicy.tools === "trusted" ||
        (role === "tool" && !isUsersWord(trust)) ||
        asksToForget(asked, text);
      return forgetByTool(
        tools,
        scopes,
        { ...origin.acting, tool, agent: origin.speaker.agent },
        target,
        mayForget,
      );
    },
  };
}
