import { UsageError } from "../options.ts";
import { stream } from "../random.ts";
import { beamMessages } from "../recall/beam.ts";
import { locomoTurns } from "../recall/locomo.ts";
import { memdailyPools } from "../recall/memdaily.ts";
import type { DataSet } from "../recall/set.ts";
import type { Companion, Line } from "./conversation.ts";

/**
 * The source of the messages: `people` tell friends about their own lives (LoCoMo, MemDaily), which answers the same
 * questions in other words; in `work`, users talk to an assistant (BEAM, English only).
 */
export const TALK = ["people", "work"] as const;
export type Talk = (typeof TALK)[number];

/**
 * Other messages of a person in a long life: messages of the public sets, as their own, spread evenly over the days of
 * the conversation. The same for each conversation of a language in every run.
 */
export function otherTalk(data: string, count: number, talk: Talk): (companion: Companion) => Line[] {
  const texts =
    talk === "people"
      ? { en: textsOf(locomoTurns(data, false)), zh: textsOf(memdailyPools(data)) }
      : { en: textsOf(beamMessages(data)), zh: [] };
  return ({ lang, lines, members }) => {
    const all = texts[lang];
    if (all.length < count) throw new UsageError(`${data} holds only ${all.length} messages in ${lang}.`);
    const next = stream(lines.length);
    const days = [...new Set(lines.map(({ day }) => day))];
    const authors = Object.keys(members ?? {});
    return shuffled(all, next)
      .slice(0, count)
      .map((text, i) => {
        const author = authors[i % authors.length];
        const day = days[Math.floor((i * days.length) / count)]!;
        return { day, role: "user", text, ...(author === undefined ? {} : { author }) };
      });
  };
}

function textsOf(set: DataSet | null): string[] {
  return set === null
    ? []
    : set.conversations.flatMap(({ items }) =>
        items.filter(({ role }) => role !== "assistant").map(({ text }) => text),
      );
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(next() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}
