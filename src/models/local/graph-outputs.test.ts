import fc from "fast-check";
import { expect, it } from "vitest";
import { withOutputs } from "./graph-outputs.ts";

const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];

it("adds outputs to the graph and leaves the rest as it was", () => {
  const graph = [10, 1, 65];
  const model = Uint8Array.from([8, 9, 58, graph.length, ...graph, 66, 2, 8, 17]);
  const name = bytes("x");
  const output = [98, 9, 10, 1, ...name, 18, 4, 10, 2, 8, 1];
  expect([...withOutputs(model, ["x"])]).toEqual([
    ...[8, 9, 58, graph.length + output.length, ...graph, ...output],
    ...[66, 2, 8, 17],
  ]);
});

it("keeps every byte of graphs of any length", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (content) => {
      const size =
        content.length < 128 ? [content.length] : [(content.length % 128) + 128, content.length >> 7];
      const model = Uint8Array.from([58, ...size, ...content]);
      expect([...withOutputs(model, [])]).toEqual([...model]);
    }),
  );
});
