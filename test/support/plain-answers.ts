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
  // Two ways to say one thing that words alone leave open.
  {
    pattern: /\bI work as a (\p{L}+)/u,
    fact: (name, job) => ({ text: `${name} works as a ${job}.`, type: "profile", slot: null }),
  },
  {
    pattern: /\bI am a (\p{L}+) at the clinic/u,
    fact: (name, job) => ({ text: `${name} is a ${job} at the clinic.`, type: "profile", slot: null }),
  },
];

const MESSAGE = /^#(\d+) user ([^(:]+?)(?: \(\d{4}[^)]*\))?: (.*)$/;

/**
 * The answer of a language model that reads only plain sentences: the same for the same words, however they are cut
 * into requests.
 */
export function plainAnswer({ system, messages }: ScriptedRequest): Reply {
  // The question is the first; what follows complains about an answer.
  const prompt = messages[0]?.content ?? "";
  if (system.startsWith("Pairs of sentences")) {
    const pairs = [...prompt.matchAll(/^\[(\d+)\] A: (.*)\n {4}B: (.*)$/gm)].map(([, number, a, b]) => {
      const [one, other] = [a!, b!].map((text) => /^(\S+) .* a (\p{L}+)/u.exec(text));
      const same = one != null && other != null && one[1] === other[1] && one[2] === other[2];
      return { number: Number(number), verdict: same ? "same" : "different" };
    });
    return { object: { pairs } };
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
