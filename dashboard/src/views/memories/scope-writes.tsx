import type { JSX } from "preact";
import { useMemoir } from "../../connection.ts";
import { ForgetPersonButton } from "../../forget-person/button.tsx";
import { t } from "../../i18n/index.ts";
import { useReloadScopes, useScopes } from "../../scopes.ts";
import { useAction } from "../../ui/async.ts";
import { useToasts } from "../../ui/toast.tsx";

/** What an operator can do with one scope: switch its writes, and forget everything of it. */
export function ScopeWrites({ scope }: { scope: string }): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const reload = useReloadScopes();
  const allowed = useScopes().find((one) => one.scope === scope)?.writes !== false;
  const set = async (on: boolean): Promise<boolean> => {
    await memoir.operator().scopeWrites(scope, on);
    reload();
    const [own] = (await memoir.operator().stats({ scope })).scopes;
    return own?.writes === on;
  };
  const change = (on: boolean): Promise<unknown> =>
    act(async () => {
      const done = await set(on);
      const text = done
        ? on
          ? "memories.writesAllowed"
          : "memories.writesStopped"
        : "memories.writesClosed";
      show({ text: t(text, { scope }), ...(done ? { undo: () => set(!on) } : { tone: "bad" }) });
    });
  return (
    <span class="scope-writes">
      {!allowed && <span class="badge status-disabled">{t("memories.writesOff")}</span>}
      <button type="button" class="link" onClick={() => void change(!allowed)}>
        {t(allowed ? "memories.stopWrites" : "memories.allowWrites")}
      </button>{" "}
      <ForgetPersonButton who={{ scope }} />
    </span>
  );
}
