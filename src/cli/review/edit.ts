import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { withMemoir } from "../open.ts";
import { decidedLines, settle } from "./decide.ts";
import { scopeOfWaiting, theWaiting, WAITING_ID_HELP } from "./find-waiting.ts";

interface EditFlags {
  readonly reason?: string;
}

export function reviewEditCommand(host: Host): Command {
  return newCommand(host, "edit", "Let in a memory that waits, in words of your own.", [
    'review edit 3f2a1c "Alice lives in Potsdam"',
    'review edit 3f2a1c "Alice lives in Potsdam" --user alice --reason "she told me"',
  ])
    .argument("<id>", WAITING_ID_HELP)
    .argument("<text...>", "what it is to say")
    .option("--reason <words>", "why, for the history")
    .action((id: string, parts: string[], flags: EditFlags) =>
      host.run((context) => edit(context, id, words(parts), flags)),
    );
}

async function edit(context: Context, id: string, text: string, { reason }: EditFlags): Promise<undefined> {
  const { io, out } = context;
  await withMemoir(context, { creates: false, words: text }, async (opened) => {
    const waiting = await theWaiting(context, opened, id);
    if (waiting.kind === "profile") {
      throw new MemoirError(
        "invalid_argument",
        "A change of a profile is approved or rejected as it is. Reject it, and set another value.",
      );
    }
    if (waiting.asks === "forget") {
      throw new MemoirError(
        "invalid_argument",
        "A tool asks to forget this memory. Approve that, or reject it and change the memory: update.",
      );
    }
    const { memories } = scopeOfWaiting(opened, waiting);
    const options = { signal: io.signal, ...(reason === undefined ? {} : { reason }) };
    await memories.update(waiting.memory.id, { text }, { ...options, ifRev: waiting.memory.rev });
    const decided = await settle(opened, waiting, "approve", reason, io.signal);
    out.answer({ tenant: opened.scope.tenant, decided: [decided] }, (screen) =>
      decidedLines(screen, "approve", decided),
    );
    tellFailure(opened.embedder, out);
  });
}
