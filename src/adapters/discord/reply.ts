import type { Message } from "discord.js";
import { mentionsIn, renderContexts } from "../../domain/digest.ts";
import { type ChatMessage, injectInto } from "../../domain/inject.ts";
import type { DigestContext, Memoir, Recall, ScopeHandle } from "../../index.ts";
import { PLATFORM } from "./channel-scopes.ts";
import type { LiveTools } from "./live.ts";
import {
  beginsWith,
  daySession,
  displayNameOf,
  isChatMessage,
  memberSearch,
  mentionedPeople,
  replyOf,
  withoutMention,
} from "./said.ts";

/** What is remembered for the answer to one message. */
export interface ReplyMemory {
  /** The block for the prompt; `""` when there is nothing to say. */
  readonly block: string;
  /** A new list of messages with the block in the preset's place. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
}

export interface ReplyTools extends LiveTools {
  readonly memoir: Memoir;
  readonly digests: boolean;
}

/** Digests in one prompt. */
const MAX_DIGESTS = 5;
/** How long an answer waits for what was said before, where the read policy has no deadline. */
const WAIT_MS = 1_000;

/** What a bot's author calls for a message that the bot answers. None of it rejects: memory costs no answer. */
export class Replies {
  readonly #tools: ReplyTools;
  readonly #recalls = new WeakMap<Message, Recall>();

  constructor(tools: ReplyTools) {
    this.#tools = tools;
  }

  async recallFor(message: Message): Promise<ReplyMemory> {
    const { memoir, channelScopes, report } = this.#tools;
    let block = "";
    try {
      const channelScope = channelScopes.of(message.channel);
      const question = withoutMention(message.content, this.#self());
      if (channelScope !== null && question !== "") {
        await this.#stored(message.channelId);
        const scope = await channelScopes.reading(channelScope, message.author.id);
        const inGroup = "group" in channelScope;
        const recallOptions = inGroup ? { asker: message.author.id } : {};
        const recall = await scope.recall(question, recallOptions);
        this.#recalls.set(message, recall);
        const people = inGroup ? await this.#digests(scope, message.author.id, question) : [];
        block = renderContexts(people, recall.toPrompt());
      }
    } catch (error) {
      report("recall", error);
    }
    const { placement } = memoir.settings.render;
    return { block, injectInto: (messages) => injectInto(messages, block, placement) };
  }

  /** Does what a message tells the bot to do with its memory; the sentence to answer with, `null` where it is no command. */
  async command(message: Message): Promise<string | null> {
    const { order, channelScopes, messageChanges, report } = this.#tools;
    const channelScope = isChatMessage(message) ? channelScopes.of(message.channel) : null;
    if (channelScope === null) return null;
    const { id, author, content, channelId, createdTimestamp, member, guild } = message;
    const self = this.#self();
    const isCalled = beginsWith(content, self);
    const commandMessage = {
      id,
      platform: PLATFORM,
      session: daySession(channelId, createdTimestamp),
      ...("group" in channelScope ? { author: author.id } : {}),
      authorName: displayNameOf(author, member),
      people: mentionedPeople(message).filter((one) => one.id !== self),
      text: isCalled ? withoutMention(content, self) : content,
      addressed: "user" in channelScope || isCalled || message.mentions.repliedUser?.id === self,
    };
    try {
      return await order.run(channelId, async () => {
        if (messageChanges.isDeleted(id)) return null;
        const scope = await channelScopes.scope(channelScope);
        return (await scope.commands.handle(commandMessage, { resolve: memberSearch(guild) })).say;
      });
    } catch (error) {
      report("command", error);
      return null;
    }
  }

  /** Puts the bot's answer on record, with what was recalled for it. */
  async replied(message: Message, reply: Message): Promise<void> {
    const { order, channelScopes, messageChanges, report } = this.#tools;
    const channelScope = channelScopes.of(message.channel);
    try {
      const isKept = await order.run(reply.channelId, async () => {
        if (channelScope === null || reply.content.trim() === "" || messageChanges.isDeleted(reply.id))
          return false;
        await (await channelScopes.scope(channelScope)).observe([replyOf(message, reply)]);
        return true;
      });
      const delivery = isKept ? { reply: reply.id, question: message.id } : {};
      await this.#recalls.get(message)?.delivered(delivery);
    } catch (error) {
      report("replied", error);
    }
  }

  #self(): string {
    return this.#tools.client.user?.id ?? "";
  }

  /** What was said just before should be known; a database that hangs must not hold up the answer. */
  async #stored(channel: string): Promise<void> {
    const { order, memoir } = this.#tools;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, memoir.settings.readPolicy.deadlineMs ?? WAIT_MS);
    await Promise.race([order.idle(channel), late]);
    clearTimeout(timer);
  }

  /** Who asks and whom they mention. */
  async #digests({ digest }: ScopeHandle, asker: string, question: string): Promise<DigestContext[]> {
    if (!this.#tools.digests) return [];
    const accounts = [...new Set([asker, ...mentionsIn(question)])].slice(0, MAX_DIGESTS);
    return Promise.all(accounts.map((account) => digest.context(account)));
  }
}
