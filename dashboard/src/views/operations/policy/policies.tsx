import type { JSX } from "preact";
import type { PolicyVersion } from "../../../../../src/api/policy.ts";
import type { PolicyDifference } from "../../../../../src/domain/policy.ts";
import { useMemoir } from "../../../connection.ts";
import { formatTime, t } from "../../../i18n/index.ts";
import { useAction, useAsync } from "../../../ui/async.ts";
import { Problem } from "../../../ui/empty.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { ChangedSettings } from "../changed-settings.tsx";
import { PolicyEditor } from "./editor.tsx";

/** The policy in force, as a form; and its versions: what differs, and the way back. */
export function Policies(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const { policy } = memoir.operator();
  const found = useAsync(() => policy.versions(), [memoir]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  const versions = found.value ?? [];
  const active = versions.find((one) => one.active);
  const change = async (work: () => Promise<PolicyVersion>): Promise<void> => {
    const before = active?.version ?? 0;
    await act(async () => {
      const { version } = await work();
      show({
        text: t("policy.inForce", { n: version }),
        ...(version === before ? {} : { undo: () => policy.rollback(before).then(found.reload) }),
      });
    });
    found.reload();
  };
  return (
    <>
      {active !== undefined && (
        <PolicyEditor
          key={active.version}
          active={active}
          onSave={(patch, reason) => change(() => policy.set(patch, reason === "" ? {} : { reason }))}
        />
      )}
      {versions.map((one, i) => (
        <Version
          key={one.version}
          one={one}
          before={versions[i + 1]}
          onRollback={() => void change(() => policy.rollback(one.version))}
        />
      ))}
    </>
  );
}

interface VersionProps {
  readonly one: PolicyVersion;
  readonly before: PolicyVersion | undefined;
  onRollback(): void;
}

function Version({ one, before, onRollback }: VersionProps): JSX.Element {
  const memoir = useMemoir();
  const differences = useAsync(
    async (): Promise<PolicyDifference[]> =>
      before === undefined ? [] : memoir.operator().policy.diff(before.version, one.version),
    [memoir, one.version],
  );
  return (
    <section class="card version">
      <header>
        <h2>{one.version === 0 ? t("policy.opened") : t("policy.version", { n: one.version })}</h2>
        {one.active && <span class="badge good">{t("policy.active")}</span>}
        <small>
          {one.actor !== null && `${one.actor} · `}
          {one.createdAt !== null && formatTime(one.createdAt)}
          {one.reason !== null && one.reason !== "" && ` · ${one.reason}`}
        </small>
        {!one.active && (
          <button type="button" onClick={onRollback}>
            {t("policy.rollback")}
          </button>
        )}
      </header>
      <ChangedSettings settings={differences.value ?? []} />
      <details>
        <summary>{t("policy.whole")}</summary>
        <pre>{JSON.stringify({ writePolicy: one.writePolicy, readPolicy: one.readPolicy }, null, 2)}</pre>
      </details>
    </section>
  );
}
