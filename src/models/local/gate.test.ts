import { describe, expect, it } from "vitest";
import { Gate } from "./gate.ts";

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("Gate", () => {
  it("lets so many in, and the others in the order they came", async () => {
    const gate = new Gate(2);
    const inside: number[] = [];
    for (let i = 0; i < 5; i++) void gate.enter().then(() => inside.push(i));
    await settle();
    expect(inside).toEqual([0, 1]);
    gate.leave();
    await settle();
    expect(inside).toEqual([0, 1, 2]);
    gate.leave();
    gate.leave();
    gate.leave();
    await settle();
    expect(inside).toEqual([0, 1, 2, 3, 4]);
  });

  it("forgets who gave up waiting, and keeps the place for the next", async () => {
    const gate = new Gate(1);
    await gate.enter();
    const giving = new AbortController();
    const gone = gate.enter(giving.signal);
    const next = gate.enter();
    giving.abort("gone");
    await expect(gone).rejects.toBe("gone");
    gate.leave();
    await next;
    await expect(gate.enter(AbortSignal.abort("late"))).rejects.toBe("late");
  });
});
