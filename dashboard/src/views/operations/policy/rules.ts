import { MEMORY_TYPES } from "../../../../../src/domain/memory.ts";
import {
  type Policies,
  type PolicyPatch,
  patchedPolicies,
  policyDifferences,
} from "../../../../../src/domain/policy.ts";

/** The form of a rule's value. `none`: the value may be left empty, which means no limit or all. */
export type Form =
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | {
      readonly kind: "number";
      readonly min: number;
      readonly max?: number;
      readonly whole?: true;
      readonly none?: true;
    }
  | { readonly kind: "types" }
  | { readonly kind: "names" };

export interface Rule {
  /** As in a config file: `writePolicy.mode`. */
  readonly path: string;
  readonly form: Form;
}

export interface RuleGroup {
  readonly name: "keep" | "limits" | "prompt" | "find";
  readonly rules: readonly Rule[];
}

const flag: Form = { kind: "flag" };
const share: Form = { kind: "number", min: 0, max: 1 };
const limit = (min: number): Form => ({ kind: "number", min, whole: true, none: true });
const choice = (...of: readonly string[]): Form => ({ kind: "choice", of });

function inSection(section: keyof Policies, forms: Readonly<Record<string, Form>>): Rule[] {
  return Object.entries(forms).map(([key, form]) => ({ path: `${section}.${key}`, form }));
}

/** Every rule of a policy in the order of the form. A test compares this with the settings. */
export const RULES: readonly RuleGroup[] = [
  {
    name: "keep",
    rules: inSection("writePolicy", {
      enable: flag,
      mode: choice("auto", "manual", "shadow"),
      minConfidence: share,
      minEvidenceCount: { kind: "number", min: 1, whole: true },
      allowedTypes: { kind: "types" },
      requireApprovalTypes: { kind: "types" },
      tools: choice("checked", "trusted"),
      toolResults: choice("shadow", "weighed"),
      thirdPerson: flag,
      repetitionCap: { kind: "number", min: 1 },
    }),
  },
  {
    name: "limits",
    rules: inSection("writePolicy", {
      limits: choice("chat", "all"),
      maxWritesPerTurn: limit(1),
      maxWritesPerSession: limit(0),
      maxWritesPerHour: limit(0),
      maxWritesPerDay: limit(1),
      maxItemsPerScope: limit(1),
      keepTypes: { kind: "types" },
    }),
  },
  {
    name: "prompt",
    rules: inSection("readPolicy", {
      enable: flag,
      core: flag,
      coreTokens: limit(1),
      quotes: flag,
      maxItems: limit(1),
      maxTokens: limit(1),
      maxPerType: limit(1),
      minConfidence: share,
      minStrength: share,
      categories: { kind: "names" },
    }),
  },
  {
    name: "find",
    rules: inSection("readPolicy", {
      retriever: choice("hybrid", "cosine", "words", "strength", "all"),
      threshold: { kind: "number", min: 0, max: 1, none: true },
      sureFrom: share,
      deadlineMs: limit(1),
      similarityWeight: { kind: "number", min: 0 },
      importanceWeight: { kind: "number", min: 0 },
      recencyWeight: { kind: "number", min: 0 },
    }),
  },
];

const ALL: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap(({ rules }) => rules.map((rule) => [rule.path, rule])),
);

/** What is wrong with a value, as the key of a message with its values; `null` = nothing. */
export interface Fault {
  readonly fault: "number" | "whole" | "least" | "most" | "choice" | "flag" | "list";
  readonly n?: number;
}

/** Checks a value as the settings would. */
export function faultOf(form: Form, value: unknown): Fault | null {
  switch (form.kind) {
    case "flag":
      return typeof value === "boolean" ? null : { fault: "flag" };
    case "choice":
      return typeof value === "string" && form.of.includes(value) ? null : { fault: "choice" };
    case "types":
      return isListOf(value, (one) => (MEMORY_TYPES as readonly string[]).includes(one))
        ? null
        : { fault: "list" };
    case "names":
      return value === null || isListOf(value, (one) => one !== "") ? null : { fault: "list" };
    case "number":
      return numberFault(form, value);
  }
}

function numberFault(form: Form & { kind: "number" }, value: unknown): Fault | null {
  if (value === null && form.none === true) return null;
  if (typeof value !== "number" || !Number.isFinite(value)) return { fault: "number" };
  if (form.whole === true && !Number.isInteger(value)) return { fault: "whole" };
  if (value < form.min) return { fault: "least", n: form.min };
  return form.max !== undefined && value > form.max ? { fault: "most", n: form.max } : null;
}

function isListOf(value: unknown, test: (one: string) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && test(one));
}

/** The value of a rule. */
export function valueAt(policies: Policies, path: string): unknown {
  const [section, key] = path.split(".") as [keyof Policies, string];
  return (policies[section] as Record<string, unknown>)[key];
}

/** The policies with one rule changed. */
export function withValue(policies: Policies, path: string, value: unknown): Policies {
  const [section, key] = path.split(".") as [keyof Policies, string];
  return { ...policies, [section]: { ...policies[section], [key]: value } };
}

/** The settings in which a draft differs from the policy in force. */
export function patchOf(active: Policies, draft: Policies): PolicyPatch {
  const patch: Record<string, Record<string, unknown>> = {};
  for (const { path, to } of policyDifferences(active, draft)) {
    const [section, key] = path.split(".") as [string, string];
    patch[section] = { ...patch[section], [key]: to };
  }
  return patch as PolicyPatch;
}

/** A patch as text, read: the draft that it makes and what is wrong with its values; or why it is no patch. */
export type ReadPatch =
  | { readonly draft: Policies; readonly faults: Readonly<Record<string, Fault>> }
  | { readonly problem: "json" | "object" }
  | { readonly problem: "unknown"; readonly name: string };

export function readPatch(active: Policies, text: string): ReadPatch {
  let patch: unknown;
  try {
    patch = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return { problem: "json" };
  }
  if (!isObject(patch)) return { problem: "object" };
  const faults: Record<string, Fault> = {};
  for (const [section, values] of Object.entries(patch)) {
    if (section !== "writePolicy" && section !== "readPolicy") return { problem: "unknown", name: section };
    if (!isObject(values)) return { problem: "object" };
    for (const [key, value] of Object.entries(values)) {
      const rule = ALL.get(`${section}.${key}`);
      if (rule === undefined) return { problem: "unknown", name: `${section}.${key}` };
      const fault = faultOf(rule.form, value);
      if (fault !== null) faults[rule.path] = fault;
    }
  }
  return { draft: patchedPolicies(active, patch as PolicyPatch), faults };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
