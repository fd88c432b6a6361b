import type { JSX } from "preact";
import type { Reason } from "../../../src/domain/reason.ts";
import { currentLanguage, type MessageKey, t, term } from "../i18n/index.ts";

/** Values of reasons that have names in the page's language. */
const NAMED: Readonly<Record<string, string>> = {
  type: "type",
  role: "role",
  status: "status",
  field: "profile",
};

/** Why something was decided, in the page's language. */
export function Reasons({ why }: { why: readonly Reason[] }): JSX.Element | null {
  if (why.length === 0) return null;
  return <small dir="auto">{why.map(wordsOf).join(currentLanguage() === "zh" ? "；" : "; ")}</small>;
}

function wordsOf({ code, values }: Reason): string {
  const said = Object.entries(values).map(([name, value]) => {
    const prefix = NAMED[name];
    return [name, prefix === undefined ? value : term(prefix, value)];
  });
  return t(`reason.${code}` as MessageKey, Object.fromEntries(said));
}
