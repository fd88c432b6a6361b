import { Argument } from "commander";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import { oneLine } from "../width.ts";

export function writesCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "writes",
    "Show whether a scope may be written to; stop all writes to it, or allow them again.",
    ["writes off --group discord/42", "writes on --group discord/42"],
  )
    .addArgument(new Argument("[switch]", "on or off").choices(["on", "off"]))
    .inScope({ creates: true }, async ({ memoir, here, out }, switchTo?: "on" | "off") => {
      const operator = memoir.operator(here.tenant);
      if (switchTo !== undefined) await operator.scopeWrites(here.scope, switchTo === "on");
      const [scopeStats] = (await operator.stats({ scope: here.scope })).scopes;
      const writes = scopeStats?.writes !== false;
      out.answer({ ...here, writes }, (screen) => {
        const state = `Writes to ${oneLine(here.scope)} are ${writes ? "allowed" : "stopped"}`;
        if (switchTo === "on" && !writes) return [`${state} by the setting closedScopes.`];
        if (switchTo === undefined) return [`${state}.`];
        const back = writes ? "" : ` Allow them again: ${screen.suggest("writes on")}`;
        return [`${screen.tick} ${state}.${back}`];
      });
    });
}
