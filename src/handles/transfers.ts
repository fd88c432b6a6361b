import type { Transfers } from "../api/transfers.ts";
import { parseScope } from "../domain/scope.ts";
import type { Engine } from "../engine/engine.ts";
import { exportLines } from "../transfer/export.ts";
import { importForeign } from "../transfer/foreign/import.ts";
import { importLines } from "../transfer/import.ts";

export function transfersOf(engine: Engine, tenant: string): Transfers {
  return {
    export: (options) => {
      engine.use();
      return exportLines(engine.store, tenant, options, () => new Date(engine.now()));
    },
    importForeign: async (format, source, options) => {
      engine.use();
      const report = await engine.accept(importForeign(engine, tenant, format, source, options));
      for (const { scope } of report.scopes) engine.embedLater(parseScope(scope, tenant));
      return report;
    },
    import: async (source, options) => {
      engine.use();
      const { store, settings, embedder } = engine;
      return engine.accept(
        importLines(
          {
            store,
            opened: settings,
            audit: settings.audit === "full",
            embeds: embedder !== null,
            now: () => new Date(engine.now()),
            restored: (scopes) => {
              for (const scope of scopes) engine.embedLater(scope);
              engine.changed();
            },
          },
          tenant,
          source,
          options,
        ),
      );
    },
  };
}
