import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApiKey } from "../../../../src/api/operator.ts";
import { ROLES, type Role } from "../../../../src/domain/api-key.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatDate, t, term } from "../../i18n/index.ts";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { type Column, Table } from "../../ui/table.tsx";

export function Keys(): JSX.Element {
  const { keys } = useMemoir().operator();
  const found = useManaged(() => keys.list());
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("write");
  const [scopes, setScopes] = useState("");
  const [made, setMade] = useState<string>();
  const create = (event: Event): void => {
    event.preventDefault();
    const only = role === "operator" ? [] : scopes.split(/[\s,，]+/).filter(Boolean);
    void found.run(async () => {
      const key = await keys.create({ name, role, ...(only.length === 0 ? {} : { scopes: only }) });
      setMade(key.key);
      setName("");
    });
  };
  const revoke = (one: ApiKey): void => {
    if (!confirm(t("keys.sure", { name: one.name }))) return;
    void found.run(async () => {
      await keys.revoke(one.id);
      return t("keys.revoked", { name: one.name });
    });
  };
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t("keys.name"),
      cell: (one) => (
        <>
          <b>{one.name}</b> <small>{one.id}</small>
        </>
      ),
    },
    { title: t("keys.kind"), cell: (one) => term("keykind", one.kind) },
    { title: t("keys.role"), cell: (one) => term("keyrole", one.role) },
    {
      title: t("field.scope"),
      cell: (one) => (one.scopes === null ? t("memories.all") : one.scopes.join(", ")),
    },
    {
      title: t("keys.used"),
      cell: (one) => (one.lastUsedAt === null ? t("memory.never") : formatAgo(one.lastUsedAt)),
    },
    { title: t("keys.ends"), cell: endOf },
    {
      title: "",
      number: true,
      cell: (one) =>
        one.status === "active" ? (
          <button type="button" class="danger" onClick={() => revoke(one)}>
            {t("keys.revoke")}
          </button>
        ) : null,
    },
  ];
  return (
    <>
      <form class="card ask-form" onSubmit={create}>
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
      <Shown found={found}>
        {(list) => (
          <Table
            columns={columns}
            rows={list}
            keyOf={({ id }) => id}
            isFaded={({ status }) => status !== "active"}
          />
        )}
      </Shown>
    </>
  );
}

function endOf({ status, expiresAt }: ApiKey): string {
  if (status !== "active") return term("keystatus", status);
  return expiresAt === null ? t("memory.never") : formatDate(expiresAt);
}
