import { isRecord } from "../domain/arguments.ts";
import { checkOptionalId } from "../domain/text.ts";
import type { CallMessage, ModelCall, ProviderOptions, Speaker } from "./model-call.ts";

/** A scope, or who speaks by a call; `null` and `undefined`: nobody whose memory is meant. */
export type SpeakerOption = string | ((call: ModelCall) => string | Speaker | null | undefined) | undefined;

/** By the option, and where that names only a scope or is missing, by `providerOptions.memoir` of the call. */
export function speakerOf(option: SpeakerOption, call: ModelCall): Speaker | null {
  const callOptions = memoirOptions(call);
  const scopeOption = typeof option === "function" ? option(call) : (option ?? callOptions.scope);
  if (scopeOption === undefined || scopeOption === null) return null;
  const { scope, ...who } = isRecord(scopeOption) ? scopeOption : { ...callOptions, scope: scopeOption };
  return {
    scope: checkOptionalId(scope, "scope") ?? "",
    author: textOf(who.author, "author"),
    authorName: textOf(who.authorName, "authorName"),
    session: textOf(who.session, "session"),
  };
}

/** The author of one message, by its own `providerOptions.memoir`. */
export function messageAuthor(message: CallMessage): Pick<Speaker, "author" | "authorName"> {
  const { author, authorName } = memoirOptions(message);
  return { author: textOf(author, "author"), authorName: textOf(authorName, "authorName") };
}

function textOf(value: unknown, name: string): string | undefined {
  return checkOptionalId(value, name) ?? undefined;
}

type Optional = { readonly providerOptions?: ProviderOptions | undefined };

function memoirOptions({ providerOptions }: Optional): Readonly<Record<string, unknown>> {
  const memoirFields: unknown = providerOptions?.memoir;
  return isRecord(memoirFields) ? memoirFields : {};
}

/** Without `providerOptions.memoir`: it is nothing that a model should see. */
export function withoutMemoirOptions<T extends Optional>(carrier: T): T {
  if (carrier.providerOptions?.memoir === undefined) return carrier;
  const { memoir: _, ...others } = carrier.providerOptions;
  return { ...carrier, providerOptions: Object.keys(others).length === 0 ? undefined : others };
}
