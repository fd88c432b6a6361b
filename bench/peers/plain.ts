import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { asked, type Line, MAX_LINES, type PeerKind, spoken, withinBudget, worthStoring } from "./peer.ts";

/** Vectors in an array, compared one by one, and two files that are appended to. */
export const plain: PeerKind = {
  id: "plain",
  name: "plain vector store",
  package: null,
  open: async (opening) => {
    const { folder, vectors, budget } = opening;
    const stored: { readonly line: Line; readonly vector: Float32Array }[] = [];
    return {
      async write(messages) {
        const chosen = worthStoring(opening, messages);
        const texts = chosen.map(spoken);
        for (const [i, values] of (await vectors.embed(texts)).entries()) {
          const vector = Float32Array.from(values);
          const line: Line = { text: texts[i]!, sources: [chosen[i]!.id] };
          stored.push({ line, vector });
          appendFileSync(join(folder, "texts.jsonl"), `${JSON.stringify(line)}\n`);
          appendFileSync(join(folder, "vectors.f32"), new Uint8Array(vector.buffer));
        }
      },
      async recall(question) {
        const [values] = await vectors.embed([asked(question)]);
        const scores = stored.map(({ vector }) => dot(vector, values!));
        const ranked = stored.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
        return withinBudget(
          ranked.slice(0, MAX_LINES).map((i) => stored[i]!.line),
          budget,
        );
      },
      modelCalls: () => 0,
      close: async () => undefined,
    };
  },
};

function dot(a: Float32Array, b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
