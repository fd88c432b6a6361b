import { afterEach, describe, expect, it } from "vitest";
import { recordTelemetry, stopRecording } from "../../src/models/telemetry.fixture.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

describe.each(databases)("telemetry on $name", (kind) => {
  const db = useDatabase(kind);
  afterEach(stopRecording);

  it("R85: every operation is a span and a count with its outcome, without a word of what was said", async () => {
    const { spans, counts } = recordTelemetry();
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "I keep bees", author: "alice" }]);
    await alice.flush();
    await alice.remember("Alice keeps bees 爱丽丝养蜂");
    await alice.recall("bees");
    await alice.core();
    await alice.query({ query: "bees" });
    await alice.forget({ about: "bees" });
    await refused(alice.remember(""), "invalid_argument");
    const off = await db.open({ settings: { enable: false } });
    await off.scope("user:alice", { tenant: db.tenant }).recall("bees");
    const expected = [
      ...["observe ok", "flush ok", "remember added", "recall ok", "core ok", "query ok", "forget ok"],
      ...["remember invalid_argument", "recall disabled"],
    ];
    const own = spans.filter(({ attributes }) => attributes["memoir.tenant"] === db.tenant);
    expect(own.map(({ name, attributes }) => `${name} ${attributes["memoir.outcome"]}`)).toEqual(
      expected.map((one) => `memoir.${one}`),
    );
    expect(own.every(({ ended }) => ended)).toBe(true);
    expect(own.find(({ attributes }) => "error.type" in attributes)?.attributes).toEqual({
      "memoir.tenant": db.tenant,
      "memoir.outcome": "invalid_argument",
      "error.type": "invalid_argument",
    });
    const operations = counts.filter(([name]) => name === "memoir.operations");
    expect(
      operations.map(([, value, attributes]) => {
        const { operation, outcome } = attributes as { operation: string; outcome: string };
        return `${value} ${operation} ${outcome}`;
      }),
    ).toEqual(expected.map((one) => `1 ${one}`));
    expect(JSON.stringify([spans, counts])).not.toMatch(/bees|alice|蜂/i);
  });
});
