import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import type { LanguageModel } from "../../index.ts";
import { resolveLanguageModel } from "../../models/language/resolve.ts";
import { type Bot, echoBot, modelBot } from "../chat/bot.ts";
import { converse } from "../chat/conversation.ts";
import { readTyped } from "../chat/typed.ts";
import { endedLines, openingLines } from "../chat/view.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type AtWork, atScope, configOf } from "../open.ts";
import { catchUp } from "../pending.ts";
import { patiently } from "../waiting.ts";
import { READS } from "./flush.ts";

export function chatCommand(host: Host): Command {
  return newCommand(
    host,
    "chat",
    "Talk, and watch the memory at work: what is recalled, what is kept, why.",
    ["chat --user alice", "chat --user alice --session s1 --model ollama/qwen3"],
  )
    .option("--session <id>", "go on with this session (default: a new one)")
    .action(({ session = `chat-${randomUUID().slice(0, 8)}` }: { readonly session?: string }) =>
      host.run((context) => {
        const bot = botOf(context);
        return atScope(context, { ...READS, creates: true }, (at) => talk(at, bot, session));
      }),
    );
}

async function talk(at: AtWork, bot: Bot, session: string): Promise<ExitCode> {
  const { scope, here, memoir, embedder, io, out } = at;
  const { colors } = out.screen;
  const place = { ...here, session, model: bot.model };
  out.tell({ event: "start", ...place }, (screen) => openingLines(screen, place));
  tellFailure(embedder, out);
  if (!memoir.settings.enable) out.notice("enable is off in the settings: nothing is kept.");
  await catchUp(at, at);

  const typed = readTyped(io, out.json ? null : `${colors.bold(colors.cyan("you ›"))} `);
  try {
    const { turns, kept, unread, code } = await converse({
      ...{ scope, session, bot, typed, out, names: configOf(at).settings.commands.names },
      signal: io.signal,
      patiently: (reading) => patiently(at, () => "Reading what was said…", reading),
    });
    typed.close();
    if (turns > 0) await scope.session(session).end();
    const end = { event: "end", session, turns, unread, kept: Object.fromEntries(kept) };
    out.tell(end, (screen) => endedLines(screen, session, turns, kept));
    if (unread) out.notice(`Something that was said waits to be read: ${out.screen.suggest("flush")}`);
    return code;
  } finally {
    typed.close();
  }
}

/** The configured language model, else the echo. */
function botOf(context: Context): Bot {
  const { model, settings } = configOf(context);
  if (model === undefined) return echoBot;
  const resolved: LanguageModel = resolveLanguageModel(model, context.io.env);
  return modelBot(resolved, settings.models);
}
