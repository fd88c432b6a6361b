import type { Remembered, RememberOptions } from "../api/write.ts";
import { checkAllowed } from "../domain/allowlist.ts";
import { MemoirError } from "../domain/errors.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import type { ToolName } from "../domain/tool-names.ts";
import { toMemory } from "../store/memories.ts";
import { besideTaken, recentWords, toolClaim } from "./by-tool.ts";
import { keepRemembered, type RememberedClaim } from "./keep-remembered.ts";
import { rememberable, type Speaker } from "./remember.ts";
import type { Acting, WriteTools } from "./write-tools.ts";

/** Where a claim goes, and who makes it. */
export interface ClaimOrigin {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly speaker: Speaker;
  /** The tool through which a model asks for it; `null`: it is the user's word. */
  readonly tool: ToolName | null;
}

/** Keeps a claim: the user's, or what a model asks to keep through a tool. */
export async function keepClaim(
  tools: WriteTools,
  { scope, acting, speaker, tool }: ClaimOrigin,
  text: string,
  options: RememberOptions,
  signal: AbortSignal | undefined,
): Promise<Remembered> {
  if (!tools.settings.enable) {
    throw new MemoirError(
      "writes_disabled",
      "enable is off in the settings: nothing is remembered. Switch it on.",
    );
  }
  const context = tools.context(scope, tool ?? "remember", acting);
  const kept = async (): ReturnType<typeof keepRemembered> => {
    const { settings, policy } = await tools.tenants.now(scope.tenant);
    const asked = rememberable(text, options, speaker, settings, policy, context.at);
    checkAllowed(acting.access, asked.memory.category);
    const claim = tool === null ? asked : toolClaim(asked, tool, scope, await recentWords(tools, scope));
    const vectors = await tools.embed(claim.memory.text);
    const keep = (one: RememberedClaim): ReturnType<typeof keepRemembered> =>
      tools.turns.run(`${scope.tenant} ${formatScope(scope)}`, () =>
        keepRemembered(tools, scope, context, one, vectors, signal),
      );
    try {
      return await keep(claim);
    } catch (error) {
      if (!MemoirError.is(error) || error.details.taken !== true) throw error;
      return keep(besideTaken(claim));
    }
  };
  const { row, outcome } = await tools.accept(kept());
  tools.embedLater(scope);
  tools.changed();
  return { memory: toMemory(row, context.at), outcome };
}
