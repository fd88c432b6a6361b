import { CHINESE, ENGLISH, isMostlyChinese, SPACE } from "./local/catalogue.ts";

/**
 * How one model's cosine is read: the probability that two texts are about the same thing is a logistic curve of it.
 * Cosine itself means something else for every model: 0.5 is nearly the same to one and nothing to another.
 */
export interface Calibration {
  /** The cosine at which it is as likely as not. */
  readonly midpoint: number;
  /** How fast it changes there: from a quarter to three quarters over 2.2 / slope. */
  readonly slope: number;
}

/**
 * Fitted by `bench/calibrate.ts` on pairs of sentences that people judged, which that file names. They
 * assume that as many pairs are about the same thing as are not: whoever knows better can weigh it in.
 */
const KNOWN: ReadonlyMap<string, Calibration> = new Map([
  [SPACE, { midpoint: 0.63, slope: 11.2 }],
  [ENGLISH.id, { midpoint: 0.56, slope: 9.7 }],
  [CHINESE.id, { midpoint: 0.69, slope: 14.3 }],
]);

/** For a model of which nothing is known: only near-copies count. */
const UNKNOWN: Calibration = { midpoint: 0.85, slope: 20 };

/** The probability that two texts are about the same thing, from the cosine of their vectors. */
export function probability(cosine: number, { midpoint, slope }: Calibration): number {
  return 1 / (1 + Math.exp(-slope * (cosine - midpoint)));
}

/** How a cosine of one model is read as if another had given it. */
export interface CosineScale {
  readonly factor: number;
  readonly shift: number;
}

/** A question in a language that a local model does not know: what its vectors say is noise. */
const NOISE: CosineScale = { factor: 0, shift: 0 };
/** The Chinese model knows a little English. */
const SOME_ENGLISH = 0.7;

/**
 * The weights of relevance were fitted on the cosines of the package's own models; those of another known model are laid
 * onto the same scale, where the same chance lies at the same place. `null`: as they are. A public local model that does
 * not fit the question's language counts for less or not at all.
 */
export function onOwnScale(model: string, question: string): CosineScale | null {
  const [modelScale, ownScale] = [KNOWN.get(model), KNOWN.get(SPACE)!];
  if (modelScale === undefined || modelScale === ownScale) return null;
  const isChinese = isMostlyChinese(question);
  if (model === ENGLISH.id && isChinese) return NOISE;
  const trust = model === CHINESE.id && !isChinese ? SOME_ENGLISH : 1;
  const factor = modelScale.slope / ownScale.slope;
  return { factor: factor * trust, shift: (ownScale.midpoint - factor * modelScale.midpoint) * trust };
}

/** The fitted one of a known model; a careful one of any other. */
export function calibrationOf(model: string): Calibration {
  return KNOWN.get(model) ?? UNKNOWN;
}
