import { MemoirError } from "../../domain/errors.ts";
import type { ChatMessage, LanguageModel, Recall, Settings } from "../../index.ts";
import { systemTime, withRetries } from "../../models/language/retry.ts";
import { laterOf } from "../hit-view.ts";

type ModelRequest = Parameters<LanguageModel["generate"]>[0];

/** The input of a bot's reply. */
export interface Asked {
  /** The conversation with the memories in it, the user's words last. */
  readonly messages: readonly ChatMessage[];
  readonly said: string;
  readonly recall: Recall;
  readonly signal: AbortSignal;
  /** Told of the words as they come. */
  readonly say: (piece: string) => void;
}

/** Whoever answers. */
export interface Bot {
  /** The model's name; `null` for the echo. */
  readonly model: string | null;
  reply(asked: Asked): Promise<string>;
}

export const SYSTEM =
  "You are a friendly partner in a chat on a terminal. Answer in the language of the user, in a few plain sentences. " +
  "What is quoted to you as memory was said in earlier conversations: use it where it helps, and do not recite it.";

/** The configured language model. The reply is the bot's own affair: it is on no account of the engine's. */
export function modelBot(model: LanguageModel, limits: Settings["models"]): Bot {
  const { timeoutMs, retries, maxOutputTokens } = limits;
  return {
    model: model.id,
    reply({ messages, signal, say }) {
      const request = { ...spoken(messages), maxOutputTokens, temperature: 0 } as const;
      const options = {
        model: model.id,
        time: systemTime(),
        timeoutMs,
        retries,
        random: Math.random,
        signal,
      };
      return withRetries(options, (trying) => answer(model, { ...request, signal: trying }, say));
    },
  };
}

async function answer(model: LanguageModel, request: ModelRequest, say: Asked["say"]): Promise<string> {
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
function spoken(messages: readonly ChatMessage[]): Pick<ModelRequest, "system" | "messages"> {
  const text = ({ content }: ChatMessage): string => String(content);
  const isSystem = ({ role }: ChatMessage): boolean => role === "system";
  return {
    system: messages.filter(isSystem).map(text).join("\n\n"),
    messages: messages
      .filter((one) => !isSystem(one))
      .map((one) => ({ role: one.role === "assistant" ? "assistant" : "user", content: text(one) })),
  };
}

/** Memories that are listed at once, at most. */
const MOST = 3;

/** Without a model: says what one would have known, in the language it was asked in. */
export const echoBot: Bot = {
  model: null,
  async reply({ said, recall: { hits }, say }) {
    const chinese = /\p{Script=Han}/u.test(said);
    const known = hits
      .slice(0, MOST)
      .map((hit) => (hit.kind === "event" ? `“${hit.text}”${laterOf(hit)}` : hit.text));
    const text =
      known.length === 0
        ? chinese
          ? "这让我想不起什么。"
          : "I remember nothing that fits."
        : `${chinese ? "我记得：" : "I remember: "}${known.join(" ")}`;
    say(text);
    return text;
  },
};
