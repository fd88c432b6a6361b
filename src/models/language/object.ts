import type { z } from "zod";
import { MemoirError } from "../../domain/errors.ts";
import type { ModelRole } from "../../domain/settings/models.ts";
import { jsonValues } from "../json.ts";
import type { ModelAnswer, ModelCaller } from "./call.ts";
import {
  type JsonSchema,
  type ModelMessage,
  type ModelRequest,
  messagesOf,
  type TokenUsage,
} from "./port.ts";
import { bend, strictSchema, toJsonSchema, UNBENDABLE } from "./schema.ts";

export interface ObjectRequest<S extends z.ZodType> extends Omit<ModelRequest, "schema"> {
  readonly schema: S;
  /** The shape that the model is asked for, where more than that is read. Default: `schema`. */
  readonly modelSchema?: z.ZodType;
  /** Whether an invalid answer is not sent back for repair. Default: false. */
  readonly once?: boolean;
}

export interface ObjectAnswer<T> {
  readonly object: T;
  readonly model: string;
  /** Of the answers it took. */
  readonly usage: TokenUsage;
  /** The first answer was no use, the second was. */
  readonly repaired: boolean;
  /** `false`: the answer was cut off, and these are the parts of it that were whole. */
  readonly complete: boolean;
}

/** How many characters of an invalid answer are shown to the model again. */
const SHOWN = 2_000;

/**
 * Asks for a value that a zod schema accepts. The provider is held to the schema where it can be; the answer is
 * read tolerantly either way; what still is no use is sent back once. Fails as `caller.call` does, and with
 * `model_bad_output`. Both calls together keep to one `timeoutMs`.
 */
export async function generateObject<S extends z.ZodType>(
  caller: ModelCaller,
  role: ModelRole,
  tenant: string,
  { schema, modelSchema: shape = schema, once = false, ...request }: ObjectRequest<S>,
): Promise<ObjectAnswer<z.output<S>>> {
  const json = toJsonSchema(schema);
  const objectRequest = { ...request, schema: { name: role, json: strictSchema(toJsonSchema(shape)) } };
  const started = caller.time.elapsed();

  const first = await attempt(caller, role, tenant, objectRequest);
  const read = readObject(schema, json, first);
  if (read.ok) return { ...read.result, ...costOf(first), repaired: false };

  if (once) throw badOutput(first, read.why);
  const timeoutMs = Math.min(request.timeoutMs ?? Infinity, caller.settings.timeoutMs);
  const remainingMs = timeoutMs - (caller.time.elapsed() - started);
  if (remainingMs < 1) throw badOutput(first, read.why);
  const second = await attempt(caller, role, tenant, {
    ...objectRequest,
    timeoutMs: remainingMs,
    messages: [...messagesOf(request), ...complaint(first, read.why)],
    prompt: undefined,
  });
  const again = readObject(schema, json, second);
  if (!again.ok) throw badOutput(second, again.why);
  return { ...again.result, ...costOf(first, second), repaired: true };
}

/** An empty answer is an answer here: the model is asked again. */
type Attempt = ModelAnswer | { readonly empty: MemoirError };

async function attempt(
  caller: ModelCaller,
  role: ModelRole,
  tenant: string,
  request: ModelRequest,
): Promise<Attempt> {
  try {
    return await caller.call(role, tenant, request);
  } catch (error) {
    if (MemoirError.is(error) && error.code === "model_bad_output") return { empty: error };
    throw error;
  }
}

type ReadObject<T> =
  | { readonly ok: true; readonly result: { readonly object: T; readonly complete: boolean } }
  | { readonly ok: false; readonly why: string };

/** The first value in the answer that the schema accepts, as it is or bent a little. */
function readObject<S extends z.ZodType>(
  schema: S,
  json: JsonSchema,
  answer: Attempt,
): ReadObject<z.output<S>> {
  if ("empty" in answer) return { ok: false, why: "it was empty" };
  const fromProvider = answer.object === undefined ? [] : [{ value: answer.object, complete: true }];
  let why = "it holds no JSON";
  for (const { value, complete } of [...fromProvider, ...jsonValues(answer.text)]) {
    const exact = schema.safeParse(value);
    if (exact.success) return { ok: true, result: { object: exact.data, complete } };
    const likelier = bend(value, json);
    const bent = likelier === UNBENDABLE ? exact : schema.safeParse(likelier);
    if (bent.success) return { ok: true, result: { object: bent.data, complete } };
    why = problems(exact.error);
  }
  return { ok: false, why: answer.finish === "length" ? `it was cut off, and ${why}` : why };
}

/** Where the first mistakes are and what was wanted there; never what was said there. */
function problems(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.length === 0 ? "the value" : path.join(".")}: ${message}`)
    .join("; ");
}

function complaint(answer: Attempt, why: string): ModelMessage[] {
  const said = "empty" in answer ? "" : answer.text.trim();
  const again = `Your answer cannot be used: ${why}. Answer again: short, and with nothing but JSON of the schema.`;
  return [
    ...(said === "" ? [] : [{ role: "assistant" as const, content: said.slice(0, SHOWN).toWellFormed() }]),
    { role: "user", content: again },
  ];
}

function costOf(...answers: Attempt[]): { model: string; usage: TokenUsage } {
  const full = answers.flatMap((answer) => ("empty" in answer ? [] : [answer]));
  return {
    model: full.at(-1)?.model ?? "",
    usage: {
      inputTokens: full.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
      outputTokens: full.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
    },
  };
}

function badOutput(answer: Attempt, why: string): MemoirError {
  if ("empty" in answer) return answer.empty;
  const { model, finish } = answer;
  return new MemoirError("model_bad_output", `${model} gave no usable JSON: ${why}.`, {
    details: { model, finish },
  });
}
