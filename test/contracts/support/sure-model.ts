import type { LanguageModel } from "../../../src/models/language/port.ts";

/** A model in this process that reads "I own number X. Sure 0.8." as a fact that it is so sure of. */
export function sureModel(): LanguageModel {
  return {
    id: "fake/sure",
    structured: true,
    async generate({ messages }) {
      const lines = messages
        .at(-1)!
        .content.matchAll(
          /^#(\d+) user ?((?![^:\n]*\(earlier)[^(:\n]*)(?:\([^)]*\))?: (I own number (\S+)\. Sure ([\d.]+)\.)$/gm,
        );
      const facts = [...lines].map(([, source, name, quote, id, sure]) => ({
        ...{ text: `${name!.trim()} owns number ${id}`, type: "profile", subject: name!.trim() },
        ...{ importance: 0.6, confidence: Number(sure), source: Number(source), quote },
      }));
      return { text: "", object: { facts, forget: [] }, finish: "stop" };
    },
  };
}
