import type { Reply, ScriptedRequest } from "../../src/testing/index.ts";

interface Plain {
  readonly pattern: RegExp;
  readonly fact: (name: string, thing: string) => Readonly<Record<string, unknown>>;
}

/** Sentences that the model of these tests understands; all others are small talk to it. */
const PLAIN: readonly Plain[] = [
  {
    pattern: /\bI live in (\p{Lu}\p{L}+)/u,
    fact: (name, city) => ({ text: `${name} lives in ${city}.`, type: "profile", slot: "home" }),
  },
  {
    pattern: /\bI like (\p{L}+)/u,
    fact: (name, thing) => ({ text: `${name} likes ${thing}.`, type: "preference", slot: `likes:${thing}` }),
  },
  {
    pattern: /\bI no longer like (\p{L}+)/u,
    fact: (name, thing) => ({
      ...{ text: `${name} no longer likes ${thing}.`, type: "preference", slot: `likes:${thing}` },
      affirmed: false,
    }),
  },
  {
    pattern: /我喜欢喝(\p{sc=Han}+)/u,
    fact: (name, thing) => ({ text: `${name}喜欢喝${thing}。`, type: "preference", slot: `likes:${thing}` }),
  },
  {
    pattern: /\bI own a (\p{L}+)/u,
    fact: (name, thing) => ({ text: `${name} owns a ${thing}.`, type: "profile", slot: `has:${thing}` }),
  },
];

const MESSAGE = /^#(\d+) user (.+?) \(\d{4}[^)]*\): (.*)$/;

/**
 * What a language model would answer that reads plain sentences and nothing else: the same for the same words, however
 * they are cut into requests.
 */
export function plainAnswer({ system, messages }: ScriptedRequest): Reply {
  // The question is the first; what follows complains about an answer.
  const prompt = messages[0]?.content ?? "";
  if (system.startsWith("Two sentences")) {
    const [a, b] = ["A", "B"].map((which) => new RegExp(`^${which}: (.*)$`, "m").exec(prompt)?.[1]);
    return { object: { verdict: a === b ? "same" : "different" } };
  }
  const facts = prompt.split("\n").flatMap((line) => {
    const [, number, name = "", text = ""] = MESSAGE.exec(line) ?? [];
    return PLAIN.flatMap(({ pattern, fact }) => {
      const found = pattern.exec(text);
      if (found === null) return [];
      return [
        {
          ...{
            category: "",
            subject: name,
            affirmed: true,
            corrects: false,
            confidence: 0.95,
            importance: 0.6,
          },
          ...fact(name, found[1]!),
          ...{ source: Number(number), quote: found[0], matches: [], contradicts: [] },
          ...{ validFrom: null, expiresAt: null },
        },
      ];
    });
  });
  return { object: { facts } };
}
