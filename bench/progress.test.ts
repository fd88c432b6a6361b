import { describe, expect, it } from "vitest";
import { showProgress } from "./progress.ts";

function shown(isTTY: boolean, steps: readonly (readonly [number, number])[]): string {
  let [text, now] = ["", 0];
  const stream = {
    isTTY,
    columns: 80,
    write: (more: string) => {
      text += more;
    },
  };
  const progress = showProgress("Reading", stream, () => now);
  for (const [ms, done] of steps) {
    now = ms;
    progress.step(done, 10);
  }
  progress.end();
  return text;
}

describe("showProgress", () => {
  it("writes a line at the beginning, every five seconds and at the end where there is no terminal", () => {
    const steps = [
      [0, 0],
      [1_000, 1],
      [6_000, 5],
      [7_000, 6],
      [9_000, 10],
    ] as const;
    expect(shown(false, steps)).toBe(
      "Reading: 0 of 10\nReading: 5 of 10, 6.0 s to go\nReading: 10 of 10, 9.0 s\n",
    );
  });

  it("draws a bar on a terminal, ten times a second, and takes it away", () => {
    const steps = [
      [0, 0],
      [50, 1],
      [200, 5],
    ] as const;
    const text = shown(true, steps);
    expect(text.split("\r")).toHaveLength(4);
    expect(text).toContain("━");
    expect(text.endsWith("\r\u001b[K")).toBe(true);
  });
});
