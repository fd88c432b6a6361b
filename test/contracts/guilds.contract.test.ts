import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../support/databases.ts";
import { proving } from "../support/prove.ts";
import { fakeModel } from "./support/fake-model.ts";

/** A day of so many guilds, people and messages; in full under `npm run prove`. */
const GUILDS = 5;
const PEOPLE = proving ? 40 : 8;
const MESSAGES = proving ? 2_000 : 120;
const LINES = [
  "I'm so stressed about this project deadline",
  "going to the gym after work",
  "lol",
  "who wants pizza?",
  "今天加班到很晚，好累",
  "my cat knocked over the plant again",
];

/** More than was asked for, as models are. */
const longText = (id: string, sentences: number): string =>
  Array.from({ length: sentences }, (_, i) => `User ${id} did thing${i}.`).join(" ");

describe.each(databases)("a day of many guilds on $name", (kind) => {
  const db = useDatabase(kind);

  it("R97, R111, R312: one call for a guild and a day, whoever asks and how often, and every part in its budget", async () => {
    db.clock.now = Date.parse("2026-05-13T00:30:00Z");
    const model = fakeModel(({ job, ids }) =>
      job === "day" ? Object.fromEntries(ids.map((id) => [id, longText(id, 40)])) : longText(ids[0]!, 60),
    );
    const memoir = await db.open({ preset: "urmom", model, background: false, embedder: "none" });
    const guilds = Array.from({ length: GUILDS }, (_, g) =>
      memoir.scope(`group:discord/${g}`, { tenant: db.tenant }),
    );
    const begin = Date.parse("2026-05-12T00:00:00Z");
    for (const guild of guilds) {
      const messages = Array.from({ length: MESSAGES }, (_, i) => ({
        author: String(i % PEOPLE),
        authorName: `Member${i % PEOPLE}`,
        text: `${LINES[i % LINES.length]} ${i}`,
        at: begin + Math.floor((i * 86_400_000) / MESSAGES),
      }));
      await guild.observe(messages);
    }
    // Today, too: one message, so that there is something to merge.
    for (const guild of guilds) {
      await guild.observe(
        Array.from({ length: PEOPLE }, (_, p) => ({
          author: String(p),
          text: "good morning, I slept well",
          at: "2026-05-13T00:10:00Z",
        })),
      );
    }
    const contexts = await Promise.all(
      guilds.flatMap((guild) =>
        Array.from({ length: PEOPLE }, (_, p) => guild.digest.context(String(p), { deadlineMs: 600_000 })),
      ),
    );
    expect(model.count("day")).toBe(GUILDS * 2);
    for (const { prompt } of model.asked.filter(({ job }) => job === "day")) {
      expect(prompt.match(/<user_id>/g)).toHaveLength(PEOPLE);
    }
    expect(contexts.every(({ degraded }) => degraded === null)).toBe(true);
    for (const { text, parts } of contexts) {
      expect(text!.length).toBeLessThanOrEqual(800);
      expect(parts.today!.length).toBeLessThanOrEqual(300);
      expect(parts.history!.length).toBeLessThanOrEqual(500);
    }
    const merges = model.count("merge");
    expect(merges).toBe(GUILDS * PEOPLE);
    // A hundred more ask for one of them: nobody is asked anything.
    await Promise.all(Array.from({ length: 100 }, () => guilds[0]!.digest.context("0")));
    expect([model.count("day"), model.count("merge")]).toEqual([GUILDS * 2, merges]);
  });
});
