import { randomUUID } from "node:crypto";
import { MemoirError } from "../../domain/errors.ts";
import type { ChatMessage, LanguageModel, Settings } from "../../index.ts";
import { resolveLanguageModel } from "../../models/language/resolve.ts";
import { systemTime, withRetries } from "../../models/language/retry.ts";
import { type Bot, type ChatTurn, converse } from "../chat/conversation.ts";
import { readTyped } from "../chat/typed.ts";
import { endedLines, openingLines } from "../chat/view.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import { tellFailure } from "../embedder.ts";
import type { ExitCode } from "../failure.ts";
import { laterOf } from "../hit-view.ts";
import { atScope, configOf, embedMissing, type OpenCommand } from "../open.ts";
import { READS } from "./observe.ts";

export function chatCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "chat",
    "Talk, and watch the memory at work: what is recalled, what is kept, why.",
    ["chat --user alice", "chat --user alice --session s1 --model ollama/qwen3"],
  )
    .option("--session <id>", "go on with this session (default: a new one)")
    .run((context, { session = `chat-${randomUUID().slice(0, 8)}` }: { readonly session?: string }) => {
      const { model, settings } = configOf(context);
      const bot =
        model === undefined
          ? echoBot
          : modelBot(resolveLanguageModel(model, context.io.env), settings.models);
      return atScope(context, { ...READS, creates: true }, (at) => talk(at, bot, session));
    });
}

async function talk(at: OpenCommand, bot: Bot, session: string): Promise<ExitCode> {
  const { scope, here, memoir, embedder, io, out } = at;
  const { colors } = out.screen;
  const place = { ...here, session, model: bot.model };
  out.tell({ event: "start", ...place }, (screen) => openingLines(screen, place));
  tellFailure(embedder, out);
  if (!memoir.settings.enable) out.notice("enable is off in the settings: nothing is kept.");
  await embedMissing(at);

  const typed = readTyped(io, out.json ? null : `${colors.bold(colors.cyan("you ›"))} `);
  try {
    const { turns, outcomes, unread, code } = await converse(at, { session, bot, typed });
    typed.close();
    if (turns > 0) await scope.session(session).end();
    const end = { event: "end", session, turns, unread, kept: Object.fromEntries(outcomes) };
    out.tell(end, (screen) => endedLines(screen, session, turns, outcomes));
    if (unread) out.notice(`Something that was said waits to be read: ${out.screen.suggest("flush")}`);
    return code;
  } finally {
    typed.close();
  }
}

type ModelRequest = Parameters<LanguageModel["generate"]>[0];

/** The configured language model. The reply is the bot's own affair: it is on no account of the engine's. */
function modelBot(model: LanguageModel, settings: Settings["models"]): Bot {
  const { timeoutMs, retries, maxOutputTokens } = settings;
  return {
    model: model.id,
    reply({ messages, signal, say }) {
      const request = { ...splitSystemMessages(messages), maxOutputTokens, temperature: 0 } as const;
      const limits = { timeoutMs, retries, signal };
      const options = { ...limits, model: model.id, time: systemTime(), random: Math.random };
      return withRetries(options, (trying) => answer(model, { ...request, signal: trying }, say));
    },
  };
}

async function answer(model: LanguageModel, request: ModelRequest, say: ChatTurn["say"]): Promise<string> {
  if (model.stream === undefined) {
    const { text } = await model.generate(request);
    say(text);
    return text;
  }
  let text = "";
  try {
    for await (const piece of model.stream(request)) {
      text += piece;
      say(piece);
    }
  } catch (error) {
    // A reply that is partly on the screen cannot be restarted.
    if (text === "" || request.signal.aborted) throw error;
    throw new MemoirError("model_unavailable", `${model.id} broke off in the middle of its answer.`);
  }
  return text;
}

/** Models want what the system says apart from what was said. */
function splitSystemMessages(messages: readonly ChatMessage[]): Pick<ModelRequest, "system" | "messages"> {
  const text = ({ content }: ChatMessage): string => String(content);
  const isSystem = ({ role }: ChatMessage): boolean => role === "system";
  return {
    system: messages.filter(isSystem).map(text).join("\n\n"),
    messages: messages
      .filter((one) => !isSystem(one))
      .map((one) => ({ role: one.role === "assistant" ? "assistant" : "user", content: text(one) })),
  };
}

const MAX_SHOWN = 3;

/** Without a model: says what one would have known, in the language it was asked in. */
const echoBot: Bot = {
  model: null,
  async reply({ said, recall: { hits }, say }) {
    const chinese = /\p{Script=Han}/u.test(said);
    const texts = hits
      .slice(0, MAX_SHOWN)
      .map((hit) => (hit.kind === "event" ? `“${hit.text}”${laterOf(hit)}` : hit.text));
    const text =
      texts.length === 0
        ? chinese
          ? "这让我想不起什么。"
          : "I remember nothing that fits."
        : `${chinese ? "我记得：" : "I remember: "}${texts.join(" ")}`;
    say(text);
    return text;
  },
};
