import type { z } from "@hono/zod-openapi";
import { checkOneOf } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import { EVENT_ROLES } from "../../domain/event.ts";
import {
  type EventInput,
  type EventRole,
  MemoirError,
  type Memory,
  type ScopeHandle,
  type WriteOutcome,
} from "../../index.ts";
import { memorable } from "../../write/remember.ts";
import type { Entity } from "./entity.ts";
import type { AddBody } from "./shapes.ts";

export interface Added {
  readonly id: string;
  readonly memory: string;
  readonly event: "ADD" | "UPDATE" | "NOOP";
}

/** mem0's name of an outcome. A claim that waits for review or was refused is no memory yet, and is left out. */
const EVENT_OF: Partial<Record<WriteOutcome, Added["event"]>> = {
  added: "ADD",
  revived: "ADD",
  superseded: "ADD",
  merged: "UPDATE",
  reinforced: "NOOP",
  known: "NOOP",
};

type Body = z.output<typeof AddBody>;

/** Records the messages and reads them at once; or, without `infer`, keeps the user's words as they are. */
export async function add(
  handle: ScopeHandle,
  body: Body,
  entity: Entity,
  denyPatterns: readonly string[],
): Promise<Added[]> {
  const messages = messagesOf(body, entity);
  if (body.infer !== false) return read(handle, messages);
  const said = messages.filter(({ role }) => role === "user");
  // One that cannot be kept leaves the others unkept, too.
  for (const { text } of said) await memorable(text, denyPatterns);
  return keepAll(handle, said, body);
}

async function read(handle: ScopeHandle, messages: readonly EventInput[]): Promise<Added[]> {
  await handle.observe(messages);
  const { entries } = await handle.flush();
  return entries.flatMap(({ outcome, memory }) => told(memory, outcome));
}

function told(memory: Memory | null, outcome: WriteOutcome): Added[] {
  const event = EVENT_OF[outcome];
  return memory === null || event === undefined ? [] : [{ id: memory.id, memory: memory.text, event }];
}

async function keepAll(handle: ScopeHandle, messages: readonly EventInput[], body: Body): Promise<Added[]> {
  const added: Added[] = [];
  for (const { text = "", session } of messages) {
    const { memory, outcome } = await handle.remember(text, {
      ...(session === undefined ? {} : { session, run: session }),
      ...(body.metadata ? { metadata: body.metadata } : {}),
      ...(body.expiration_date ? { expiresAt: body.expiration_date } : {}),
    });
    added.push(...told(memory, outcome));
  }
  return added;
}

const ROLES = [...EVENT_ROLES, "developer", "function"];

function messagesOf(body: Body, { user, run }: Entity): EventInput[] {
  const given =
    typeof body.messages === "string" ? [{ role: "user", content: body.messages }] : body.messages;
  const at = body.timestamp === undefined ? undefined : new Date(body.timestamp * 1_000);
  return given.map(({ role = "user", content }) => {
    checkOneOf(role, ROLES, "role");
    const text = wordsOf(isPart(content) ? [content] : content);
    if (text === "") {
      throw new MemoirError(
        "invalid_argument",
        "Only messages with words are understood; leave pictures out.",
      );
    }
    return {
      role: role as EventRole,
      text,
      ...(role === "user" && user !== undefined ? { author: user } : {}),
      ...(run === undefined ? {} : { session: run }),
      ...(at === undefined ? {} : { at }),
      ...(body.metadata ? { content: { metadata: body.metadata } } : {}),
    };
  });
}

/** mem0 takes one part without a list around it. */
function isPart(content: Exclude<Body["messages"], string>[number]["content"]): boolean {
  return typeof content === "object" && !Array.isArray(content);
}
