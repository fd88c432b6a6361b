import { type Command, Option } from "commander";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { withMemoir } from "../open.ts";

interface RenderFlags {
  readonly format: "memory" | "context";
}

export function markdownRenderCommand(host: Host): Command {
  return newCommand(host, "render", "Print the memories as Markdown, without touching a file.", [
    "markdown render --user alice",
    "markdown render --format context > CLAUDE.md",
  ])
    .addOption(
      new Option(
        "--format <format>",
        "memory: as MEMORY.md; context: bullets for another tool, as in a CLAUDE.md",
      )
        .choices(["memory", "context"])
        .default("memory"),
    )
    .action((flags: RenderFlags) => host.run((context) => render(context, flags)));
}

async function render({ io, out, ...context }: Context, { format }: RenderFlags): Promise<undefined> {
  await withMemoir({ io, out, ...context }, { creates: false }, async ({ scope }) => {
    const text = await scope.markdown.render({ format, signal: io.signal });
    if (out.json) out.document({ tenant: scope.tenant, scope: scope.scope, format, text });
    else io.stdout.write(text);
  });
}
