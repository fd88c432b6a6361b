import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApiKey } from "../../../../src/api/keys.ts";
import { ROLES, type Role } from "../../../../src/domain/api-key.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatDate, t, term } from "../../i18n/index.ts";
import { useAction, useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { useToasts } from "../../ui/toast.tsx";

export function Keys(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const { keys } = memoir.operator();
  const found = useAsync(() => keys.list(), [memoir]);
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("write");
  const [scopes, setScopes] = useState("");
  const [made, setMade] = useState<string>();
  if (found.error !== undefined) return <Problem error={found.error} />;
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    const only = scopes.split(/[\s,，]+/).filter(Boolean);
    const key = await act(() => keys.create({ name, role, ...(only.length === 0 ? {} : { scopes: only }) }));
    if (key === undefined) return;
    setMade(key.key);
    setName("");
    found.reload();
  };
  const revoke = async (one: ApiKey): Promise<void> => {
    if (!confirm(t("keys.sure", { name: one.name }))) return;
    await act(async () => {
      await keys.revoke(one.id);
      show({ text: t("keys.revoked", { name: one.name }) });
    });
    found.reload();
  };
  return (
    <>
      <form class="card ask-form" onSubmit={(event) => void create(event)}>
        <label class="field grow">
          <span>{t("keys.name")}</span>
          <input required value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{t("keys.role")}</span>
          <select value={role} onChange={(event) => setRole(event.currentTarget.value as Role)}>
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {term("keyrole", one)}
              </option>
            ))}
          </select>
        </label>
        <label class="field grow">
          <span>{t("keys.scopes")}</span>
          <input
            placeholder={t("keys.scopesHint")}
            disabled={role === "operator"}
            value={role === "operator" ? "" : scopes}
            onInput={(event) => setScopes(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          {t("keys.create")}
        </button>
        {made !== undefined && (
          <p class="full made" role="status">
            {t("keys.once")} <code>{made}</code>
          </p>
        )}
      </form>
      <div class="card scroll-x">
        <table>
          <thead>
            <tr>
              <th>{t("keys.name")}</th>
              <th>{t("keys.kind")}</th>
              <th>{t("keys.role")}</th>
              <th>{t("field.scope")}</th>
              <th>{t("keys.used")}</th>
              <th>{t("keys.ends")}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {(found.value ?? []).map((one) => (
              <tr key={one.id} class={one.status === "active" ? "" : "faded"}>
                <td>
                  <b>{one.name}</b> <small>{one.id}</small>
                </td>
                <td>{term("keykind", one.kind)}</td>
                <td>{term("keyrole", one.role)}</td>
                <td>{one.scopes === null ? t("memories.all") : one.scopes.join(", ")}</td>
                <td>{one.lastUsedAt === null ? t("memory.never") : formatAgo(one.lastUsedAt)}</td>
                <td>
                  {one.status !== "active"
                    ? term("keystatus", one.status)
                    : one.expiresAt === null
                      ? t("memory.never")
                      : formatDate(one.expiresAt)}
                </td>
                <td class="number">
                  {one.status === "active" && (
                    <button type="button" class="danger" onClick={() => void revoke(one)}>
                      {t("keys.revoke")}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
