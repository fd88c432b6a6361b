import { z } from "zod";
import { section, setting, share, weight, whole } from "./fields.ts";

const Weights = section("How much each objective counts in a policy's score.", {
  keptRightly: setting(weight, 1, "Weight of right claims that become active at once."),
  keptWrongly: setting(weight, 2, "Weight of wrong claims that become active."),
  missed: setting(weight, 0.5, "Weight of right claims that are refused or kept in shadow."),
  reviewLoad: setting(weight, 0.3, "Weight of claims that wait for a person."),
  tokens: setting(weight, 0.05, "Weight of the tokens that claims let in take up in prompts."),
  latency: setting(weight, 0.2, "Weight of the time until a right claim can be recalled."),
  unsafe: setting(weight, 3, "Weight of claims let in on somebody else's word that nobody has confirmed."),
  diversity: setting(weight, 0.1, "Weight of an even use of the ways by which right claims come in."),
});

const Bounds = section("How much worse each objective may get, as a share from 0 to 1.", {
  keptRightly: setting(share, 0.05, "Right claims that no longer become active at once, of all right ones."),
  keptWrongly: setting(share, 0.02, "Further wrong claims that become active, of all wrong ones."),
  missed: setting(share, 0.05, "Further right claims that are refused or kept in shadow, of all right ones."),
  reviewLoad: setting(share, 0.05, "Further claims that wait for a person, of all claims."),
  tokens: setting(share, 0.25, "Further tokens that are let in, of the tokens of all claims."),
  latency: setting(share, 0.05, "Longer waits of right claims, as a share of a week."),
  unsafe: setting(share, 0, "Further claims let in on somebody else's word, of all claims."),
  diversity: setting(share, 0.2, "Less even use of the ways by which right claims come in."),
});

const Drift = section("When the monitor reports that what is remembered has changed.", {
  days: whole(1, 7, "Days that are compared with those before them."),
  baselineDays: whole(1, 28, "Days before them that they are compared with."),
  minClaims: whole(1, 20, "Claims that each span must have to be compared."),
  minSimilarity: setting(
    share,
    0.9,
    "Cosine similarity of what was remembered before and after; below it there is an alarm.",
  ),
  maxShift: setting(share, 0.15, "Change of a rate, as a share of the claims, from which there is an alarm."),
});

export const TuningSection = section(
  "Policies that are tried on logged decisions before they are in force.",
  {
    mode: setting(
      z.enum(["off", "propose", "auto"]),
      "off",
      "What happens by itself. `off`: nothing. `propose`: a daily job compares candidates, watches for drift and proposes better policies; people decide. `auto`: it also starts canaries, promotes candidates that hold, and rolls back.",
    ),
    windowDays: whole(1, 180, "Days of logged decisions that are looked at."),
    labelDays: whole(
      1,
      30,
      "Days after a decision within which a forget, an undo, a correction or a review says whether it was right.",
    ),
    holdoutShare: setting(
      share,
      0.3,
      "Share of the scopes that are never used to find a policy, only to test it.",
    ),
    holdoutDays: whole(
      0,
      30,
      "The last days before a proposal, which are never used to find it, only to test it.",
    ),
    minLabels: whole(
      1,
      40,
      "Labelled decisions that the training part and the held-out part must each have.",
    ),
    minGain: setting(share, 0.01, "Score that a candidate must gain on the held-out decisions."),
    retryDays: whole(1, 30, "Days before a candidate that lost is tried again."),
    canaryShare: setting(share, 0.1, "Share of the scopes in which a candidate is tried first."),
    canaryDays: whole(1, 7, "Days that a canary must hold before `auto` puts it in force."),
    weights: Weights,
    bounds: Bounds,
    drift: Drift,
  },
);
