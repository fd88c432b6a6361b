import { randomUUID } from "node:crypto";
import { SHORT_ID } from "../../domain/memory.ts";
import { isPrefixTaken } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";

/** An id whose first characters no other memory of the scope has, so that people can type just those (R316). Default of `wanted`: any. */
export async function freeId(scope: OpenScope, wanted?: string): Promise<string> {
  let id = wanted ?? (randomUUID() as string);
  // A scope with millions of memories has used most beginnings up; a whole id is unique all the same.
  for (let tries = 0; tries < 20 && (await isPrefixTaken(scope, id.slice(0, SHORT_ID))); tries++)
    id = randomUUID();
  return id;
}
