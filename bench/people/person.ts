import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../options.ts";

export const QUESTION_KINDS = ["oblique", "direct", "advice", "multi", "update", "overview"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** A question as this person types it, and the positions of the lines that answer. */
export interface PersonQuestion {
  readonly q: string;
  readonly a: readonly number[];
  readonly k: QuestionKind;
  /** The asking member; in groups only. */
  readonly as?: string;
}

/** A written person or group: see `training/briefs`. */
export interface Person {
  readonly id: string;
  readonly lang: "en" | "zh";
  /** Absent in the first files, where the writer's letter says it. */
  readonly kind?: "everyday" | "long" | "memories" | "work" | "group";
  readonly members?: readonly { readonly id: string; readonly name: string }[];
  readonly lines: readonly { readonly t: string; readonly by?: string; readonly name?: string }[];
  readonly qs: readonly PersonQuestion[];
  readonly general: readonly string[];
  /** Pairs of lines of which the later makes the earlier untrue, and pairs that only look so. */
  readonly changes?: readonly (readonly [earlier: number, later: number])[];
  readonly near?: readonly (readonly [earlier: number, later: number])[];
}

/** `enT-03` is by writer T. */
export function writerOf({ id }: Person): string {
  return /^(?:en|zh)([A-Z]+)-/.exec(id)?.[1] ?? id;
}

export function isOfMemories(person: Person): boolean {
  return person.kind === "memories" || writerOf(person) === "M";
}

/** The people of a folder whose writers have these letters. */
export function readPeople(folder: string, writers: readonly string[]): Person[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const people = files
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Person)
    .filter((person) => writers.includes(writerOf(person)));
  if (people.length === 0)
    throw new UsageError(`${folder} holds nobody written by ${writers.join(", ")} (enT-01.json is by T).`);
  return people;
}

/** A message in which a person asks, and says something else beside it: by the position of the question, or of the general one. */
interface WholeMessage {
  readonly id: string;
  readonly q?: number;
  readonly general?: number;
  readonly t: string;
}

export const ASKED_WITHIN = ["whole", "alone"] as const;

/** The people with only the questions that were also written as a part of a message: as that `whole` message, or `alone`. */
export function withMessages(
  people: readonly Person[],
  folder: string,
  asked: (typeof ASKED_WITHIN)[number],
): Person[] {
  const messages = readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as WholeMessage);
  return people.map((person) => {
    const own = messages.filter(({ id }) => id === person.id);
    const textOf = (alone: string, t: string): string => (asked === "whole" ? t : alone);
    return {
      ...person,
      qs: own.flatMap(({ q, t }) => {
        const question = q === undefined ? undefined : person.qs[q];
        return question === undefined ? [] : [{ ...question, q: textOf(question.q, t) }];
      }),
      general: own.flatMap(({ general, t }) =>
        general === undefined ? [] : [textOf(person.general[general]!, t)],
      ),
    };
  });
}
