import type { z } from "zod";
import type { Digests } from "../digest/context.ts";
import type { DigestTools } from "../digest/tools.ts";
import type { CommandLanguage } from "../domain/commands/command.ts";
import type { KnownPerson } from "../domain/commands/person.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import type { DigestRole } from "../domain/settings/summaries.ts";
import { generateObject } from "../models/language/object.ts";
import type { Speaker } from "../write/remember.ts";
import type { Acting, WriteTools } from "../write/write-tools.ts";

/** What the engine lends to commands. */
export interface CommandTools extends WriteTools, DigestTools {
  readonly digests: Digests;
}

/** Through which handle a command comes. */
export interface CommandOrigin {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly speaker: Speaker;
}

/** A command that was given, with all there is to know about who gave it. */
export interface Given {
  readonly origin: CommandOrigin;
  readonly language: CommandLanguage;
  /** Who gives it; `null` in a scope that is nobody's, where none was named. */
  readonly author: KnownPerson | null;
  /** Everybody who may be meant. */
  readonly people: readonly KnownPerson[];
  readonly message: {
    readonly id: string | null;
    readonly session: string | null;
    readonly platform: string | null;
  };
  readonly signal: AbortSignal | undefined;
}

/** What a person is called; the id where no name is known. */
export function nameOf({ id, names }: KnownPerson): string {
  return names[0] ?? id;
}

export function nameById(people: readonly KnownPerson[], id: string | null): string | undefined {
  const known = people.find((one) => one.id === id);
  return known === undefined ? undefined : nameOf(known);
}

/** What a model answers; `undefined`: there is none, or it failed. Commands go on without it. */
export async function askModel<S extends z.ZodType>(
  { caller, settings }: CommandTools,
  role: DigestRole,
  { origin, signal }: Given,
  request: { readonly schema: S; readonly system: string; readonly prompt: string },
): Promise<z.output<S> | undefined> {
  if (!caller.has(role)) return undefined;
  try {
    const limits = settings.digest.limits[role];
    return (await generateObject(caller, role, origin.scope.tenant, { ...limits, ...request, signal }))
      .object;
  } catch (error) {
    if (!MemoirError.is(error) || error.code === "aborted") throw error;
    return undefined;
  }
}
