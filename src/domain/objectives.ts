/** The objectives by which a policy is scored. Each is a share from 0 to 1; `isBetter` says which end is the good one. */
export const OBJECTIVES = {
  keptRightly: { isBetter: "high" },
  keptWrongly: { isBetter: "low" },
  missed: { isBetter: "low" },
  reviewLoad: { isBetter: "low" },
  tokens: { isBetter: "low" },
  latency: { isBetter: "low" },
  unsafe: { isBetter: "low" },
  diversity: { isBetter: "high" },
} as const satisfies Record<string, { readonly isBetter: "high" | "low" }>;

export type Objective = keyof typeof OBJECTIVES;
export const OBJECTIVE_NAMES = Object.keys(OBJECTIVES) as Objective[];

/** A value for each objective. */
export type ByObjective = Readonly<Record<Objective, number>>;
