import { expect, it } from "vitest";
import { createMetrics, sample } from "./metrics.ts";

it("counts by labels, and writes each name once with its help and type", () => {
  const metrics = createMetrics();
  metrics.count("memoir_recalls_total", { degraded: "none" });
  metrics.count("memoir_recalls_total", { degraded: "deadline" }, 2);
  metrics.count("memoir_recalls_total", { degraded: "none" });
  const jobs = sample("memoir_jobs", 3, { kind: 'a"b\\c\nd' });
  expect(metrics.expose([jobs])).toBe(
    [
      "# HELP memoir_jobs Jobs by kind and status; dead ones have used up their tries.",
      "# TYPE memoir_jobs gauge",
      'memoir_jobs{kind="a\\"b\\\\c\\nd"} 3',
      "# HELP memoir_recalls_total Recalls answered; degraded says why one was not whole.",
      "# TYPE memoir_recalls_total counter",
      'memoir_recalls_total{degraded="none"} 2',
      'memoir_recalls_total{degraded="deadline"} 2',
      "",
    ].join("\n"),
  );
});
