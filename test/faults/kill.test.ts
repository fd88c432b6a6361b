import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";

const KILLS = proving ? 100 : 5;
const CHILD = new URL("./kill-child.ts", import.meta.url);

/** Messages acknowledged by the killed processes are stored, by scope. */
interface Acknowledged {
  readonly events: Map<string, string>;
  readonly memories: Map<string, string>;
  readonly changed: Map<string, string>;
  readonly forgotten: Set<string>;
  /** Work in progress when the process died may be done or not. */
  readonly begun: Set<string>;
}

function listen(acknowledged: Acknowledged): (line: string) => void {
  return (line) => {
    const [kind, scope = "", id = "", ...rest] = line.split(" ");
    if (kind === "event") for (const one of [id, ...rest]) acknowledged.events.set(one, scope);
    if (kind === "memory") acknowledged.memories.set(id, scope);
    if (kind === "changed") acknowledged.changed.set(id, rest.join(" "));
    if (kind === "forgot") acknowledged.forgotten.add(id);
    if (kind === "forgetting" || kind === "changing") acknowledged.begun.add(id);
  };
}

async function verify(database: string, told: Acknowledged): Promise<void> {
  const memoir = await openMemoir({ database, embedder: "none", background: false });
  try {
    const missing: string[] = [];
    for (const [id, scope] of told.events) {
      if ((await memoir.scope(`user:${scope}`).events.get(id)) === null) missing.push(`event ${id}`);
    }
    for (const [id, scope] of told.memories) {
      const memory = await memoir.scope(`user:${scope}`).memories.get(id);
      if (told.forgotten.has(id)) {
        if (memory !== null && memory.status !== "soft_deleted") missing.push(`forgetting of ${id}`);
      } else if (memory === null && !told.begun.has(id)) missing.push(`memory ${id}`);
      else if (memory !== null && (told.changed.get(id) ?? memory.text) !== memory.text)
        missing.push(`change of ${id}`);
    }
    expect(missing).toEqual([]);
    expect(await memoir.check()).toEqual([]);
  } finally {
    await memoir.close();
  }
}

describe.each(oneOf(["sqlite", "postgres"] as const))("SIGKILL on %s", (engine) => {
  it(
    `loses nothing that was acknowledged, keeps nothing in part, ${KILLS} times (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-kill-"));
      const database =
        engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
      const next = random(seed);
      const told: Acknowledged = {
        events: new Map(),
        memories: new Map(),
        changed: new Map(),
        forgotten: new Set(),
        begun: new Set(),
      };
      const hear = listen(told);
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          // Some die while they open and migrate, most in the middle of writing: after so many acknowledgements, because
          // a busy machine writes nothing in a time that is long on another.
          const after = Math.floor(next() * 150);
          const delay = Math.floor(next() * 20);
          let heard = 0;
          let timer: NodeJS.Timeout | undefined;
          const child = startChild(CHILD, [database, String(kill)], (line) => {
            hear(line);
            heard += 1;
            if (heard > after) timer ??= setTimeout(() => child.process.kill("SIGKILL"), delay);
          });
          if (next() < 0.1) timer = setTimeout(() => child.process.kill("SIGKILL"), after);
          const code = await child.ended;
          clearTimeout(timer);
          expect(code, child.errors()).toBeNull();
          if (kill % 10 === 9 || kill === KILLS - 1) await verify(database, told);
        }
        expect(told.memories.size).toBeGreaterThan(0);
        figure(
          `SIGKILL on ${engine}`,
          `${KILLS} kills; ${told.events.size} events, ${told.memories.size} memories, ${told.changed.size} changes and ${told.forgotten.size} forgettings acknowledged; none missing, none in part`,
        );
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    proving ? 1_200_000 : 300_000,
  );
});
