/** The topic of a claim. It decides the category and the importance. */
export type Topic = keyof typeof TOPICS;

/** Category (C4) and importance (0–1) of each topic; the order is that of importance. */
export const TOPICS = {
  allergy: { category: "profile", importance: 0.95 },
  name: { category: "profile", importance: 0.9 },
  instruction: { category: "constraints", importance: 0.85 },
  health: { category: "profile", importance: 0.85 },
  limit: { category: "constraints", importance: 0.8 },
  diet: { category: "profile", importance: 0.8 },
  home: { category: "profile", importance: 0.8 },
  partner: { category: "profile", importance: 0.8 },
  work: { category: "profile", importance: 0.75 },
  birthday: { category: "profile", importance: 0.75 },
  identity: { category: "profile", importance: 0.7 },
  age: { category: "profile", importance: 0.7 },
  family: { category: "profile", importance: 0.7 },
  todo: { category: "todo", importance: 0.7 },
  study: { category: "profile", importance: 0.65 },
  pet: { category: "profile", importance: 0.65 },
  origin: { category: "profile", importance: 0.65 },
  contact: { category: "profile", importance: 0.65 },
  language: { category: "profile", importance: 0.6 },
  plan: { category: "todo", importance: 0.6 },
  goal: { category: "goals", importance: 0.6 },
  favourite: { category: "preference", importance: 0.6 },
  taste: { category: "preference", importance: 0.55 },
  skill: { category: "profile", importance: 0.55 },
  hobby: { category: "profile", importance: 0.5 },
  habit: { category: "preference", importance: 0.5 },
  possession: { category: "profile", importance: 0.45 },
  noted: { category: "knowledge", importance: 0.7 },
  event: { category: "event", importance: 0.4 },
  past: { category: "profile", importance: 0.35 },
} as const satisfies Record<string, { readonly category: string; readonly importance: number }>;

/** How sure words are when nothing weakens them, when they hedge, and when they ask to be remembered. */
export const SURE = { plain: 0.9, hedged: 0.5, explicit: 1 } as const;

/** The statement of one clause, in the third person. */
export interface Finding {
  readonly topic: Topic;
  readonly slot: string | null;
  readonly text: string;
  /** Whom it is about as a relation of the speaker ("brother"); `null` for the speaker, `undefined` for nobody. */
  readonly about: string | null | undefined;
  /** Somebody it is about by name and by nothing else: "Tim is lactose intolerant". */
  readonly named?: string;
  readonly affirmed: boolean;
  readonly confidence: number;
  readonly corrects: boolean;
  readonly explicit: boolean;
  readonly validFrom: number | null;
  readonly expiresAt: number | null;
  /** The words that "no, I meant …" would replace, as they stand in the text. */
  readonly value: string | null;
}

/** The speaker as rules need to know them. */
export interface Speaker {
  readonly name: string | null;
  readonly at: number;
}

/** A plain statement about the speaker, to be filled in. */
export const PLAIN: Omit<Finding, "topic" | "slot" | "text"> = {
  about: null,
  affirmed: true,
  confidence: SURE.plain,
  corrects: false,
  explicit: false,
  validFrom: null,
  expiresAt: null,
  value: null,
};

const SECRET =
  /\b(?:password|passcode|passphrase|pin(?: code)?|ssn|social security|api key|secret key|token|cvv|card number|credit card|bank account)\b|密码|口令|验证码|银行卡|卡号|身份证号|密钥/iu;

/** Whether words speak of what nobody should keep, even when asked to. */
export function isSecret(words: string): boolean {
  return SECRET.test(words);
}
