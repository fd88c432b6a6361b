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
import { configOf, type Opened, withMemoir } from "../open.ts";
import { catchUp } from "../pending.ts";
import { patiently } from "../waiting.ts";
import { READS } from "./flush.ts";

interface ChatFlags {
  readonly session?: string;
}

export function chatCommand(host: Host): Command {
  return newCommand(
    host,
    "chat",
    "Talk, and watch the memory at work: what is recalled, what is kept, why.",
    ["chat --user alice", "chat --user alice --session s1 --model ollama/qwen3"],
  )
    .option("--session <id>", "go on with this session (default: a new one)")
    .action((flags: ChatFlags) => host.run((context) => chat(context, flags)));
}

async function chat(context: Context, flags: ChatFlags): Promise<ExitCode> {
  const bot = botOf(context);
  const session = flags.session ?? `chat-${randomUUID().slice(0, 8)}`;
  return withMemoir(context, { ...READS, creates: true }, (opened) => talk(context, opened, bot, session));
}

async function talk(context: Context, opened: Opened, bot: Bot, session: string): Promise<ExitCode> {
  const { io, out } = context;
  const { scope, memoir, embedder } = opened;
  const { colors } = out.screen;
  const place = { tenant: scope.tenant, scope: scope.scope, session, model: bot.model };
  if (out.json) out.record({ event: "start", ...place });
  else out.lines(openingLines(out.screen, place));
  tellFailure(embedder, out);
  if (!memoir.settings.enable) out.notice("enable is off in the settings: nothing is kept.");
  await catchUp(context, opened);

  const typed = readTyped(io, out.json ? null : `${colors.bold(colors.cyan("you ›"))} `);
  try {
    const { turns, kept, unread, code } = await converse({
      ...{ scope, session, bot, typed, out, names: configOf(context).settings.commands.names },
      signal: io.signal,
      patiently: (reading) => patiently(context, () => "Reading what was said…", reading),
    });
    typed.close();
    if (turns > 0) await scope.session(session).end();
    if (out.json) out.record({ event: "end", session, turns, unread, kept: Object.fromEntries(kept) });
    else out.lines(endedLines(out.screen, session, turns, kept));
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
