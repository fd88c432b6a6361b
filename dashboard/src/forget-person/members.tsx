import type { JSX } from "preact";
import { useMemoir } from "../connection.ts";
import { t } from "../i18n/index.ts";
import { useAsync } from "../ui/async.ts";

/** Messages that are looked through for people. */
const LOOKED_AT = 1_000;

interface Props {
  readonly scope: string;
  readonly value: string;
  onChange(member: string): void;
}

/** Chooses the whole group, or one of those who spoke lately. */
export function Members({ scope, value, onChange }: Props): JSX.Element {
  const memoir = useMemoir();
  const { value: members } = useAsync(
    async (signal) => {
      const { items } = await memoir.scope(scope).events.list({ role: "user", limit: LOOKED_AT, signal });
      const accounts = [...new Set(items.flatMap(({ actor }) => (actor === null ? [] : [actor])))].sort();
      const names = await memoir.names(accounts, { scope });
      return accounts.map((account) => ({ account, name: names.get(account) ?? account }));
    },
    [scope],
  );
  return (
    <label class="field">
      <span>{t("forgetPerson.whose")}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t("forgetPerson.everybody")}</option>
        {members?.map(({ account, name }) => (
          <option key={account} value={account}>
            {name === account ? account : `${name} (${account})`}
          </option>
        ))}
      </select>
    </label>
  );
}
