import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("counts by labels, and writes each name once with its help and type", () => {
  const metrics = createMetrics();
  metrics.count("memoir_recalls_total", { degraded: "none" });
  metrics.count("memoir_recalls_total", { degraded: "deadline" }, 2);
  metrics.count("memoir_recalls_total", { degraded: "none" });
  const gauge = { name: "memoir_jobs", help: "Jobs.", labels: { kind: 'a"b\\c\nd' }, value: 3 };
  expect(metrics.expose([gauge])).toBe(
    [
      "# HELP memoir_jobs Jobs.",
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
