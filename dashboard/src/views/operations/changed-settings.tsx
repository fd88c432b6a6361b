import type { JSX } from "preact";
import type { PolicyDifference } from "../../../../src/domain/policy.ts";

/** Settings that differ, before and after. */
export function ChangedSettings({ settings }: { settings: readonly PolicyDifference[] }): JSX.Element {
  return (
    <dl class="diff">
      {settings.map(({ path, from, to }) => (
        <div key={path}>
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            <del>{JSON.stringify(from)}</del> <ins>{JSON.stringify(to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
