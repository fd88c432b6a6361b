import type { Day } from "../day.ts";
import { visibleOnly } from "../hidden.ts";

/** A message as a prompt shows it: who said it, under which name, and when. */
export interface DigestMessage {
  readonly at: number;
  readonly author: string;
  readonly name: string;
  readonly text: string;
}

/** Somebody a summary is to be made of. */
export interface DigestPerson {
  readonly id: string;
  readonly name: string;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** XML has no place for these. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Words of others as the content of an element: nothing in them can end it or begin another one. */
export function escapeXml(text: string): string {
  return visibleOnly(text)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character]!);
}

const element = (name: string, content: string): string => `<${name}>${escapeXml(content)}</${name}>`;

/** F2: one message, each tag on a line of its own. */
export function messageXml({ at, author, name, text }: DigestMessage): string {
  return [
    "<message>",
    element("timestamp", new Date(at).toISOString()),
    element("author_id", author),
    element("author", name),
    element("content", text),
    "</message>",
  ].join("\n");
}

/**
 * `<@123>` and `<@!123>`, as Discord writes a mention, under the name that the account has now (R95). `mark` stands before
 * the name.
 */
export function nameMentions(
  text: string,
  nameOf: (account: string) => string | undefined,
  mark: "@" | "" = "@",
): string {
  return text.replaceAll(/<@!?([^\s<>@!]{1,64})>/g, (mention, account: string) => {
    const name = nameOf(account);
    return name === undefined ? mention : `${mark}${name}`;
  });
}

/** The prompt for a day: everybody once, and all messages. */
export function dayXml(people: readonly DigestPerson[], messages: readonly DigestMessage[]): string {
  const once = [...new Map(people.map((person) => [person.id, person])).values()];
  return [
    "<target_users>",
    ...once.map(({ id, name }) => `<user>\n${element("user_id", id)}\n${element("name", name)}\n</user>`),
    "</target_users>",
    "<messages>",
    ...messages.map(messageXml),
    "</messages>",
  ].join("\n");
}

/** One day of a person. */
export interface DaySummary {
  readonly day: Day;
  readonly summary: string;
}

/** The prompt for the days before, oldest first. */
export function historyXml({ id, name }: DigestPerson, days: readonly DaySummary[]): string {
  const range = `${days[0]?.day} to ${days.at(-1)?.day}`;
  return [
    element("user_name", name),
    element("user_id", id),
    element("date_range", range),
    "<daily_summaries>",
    ...days.map(
      ({ day, summary }) =>
        `<daily_summary>\n${element("date", day)}\n${element("summary", summary)}\n</daily_summary>`,
    ),
    "</daily_summaries>",
  ].join("\n");
}

/** The parts of a context; `null` for a missing one. */
export interface DigestParts {
  readonly facts: string | null;
  readonly today: string | null;
  readonly history: string | null;
}

/** The prompt for the three-way merge. */
export function mergeXml({ id, name }: DigestPerson, { facts, today, history }: DigestParts): string {
  return [
    element("user_name", name),
    element("user_id", id),
    element("factual_memory", facts ?? "No factual information available."),
    element("current_day_summary", today ?? "No current day observations."),
    element("historical_summary", history ?? "No historical observations."),
  ].join("\n");
}

/** The prompt for one paragraph of facts, oldest first. */
export function factsXml({ id, name }: DigestPerson, facts: readonly string[]): string {
  return [
    element("user_name", name),
    element("user_id", id),
    "<facts>",
    ...facts.map((fact) => element("fact", fact)),
    "</facts>",
  ].join("\n");
}
