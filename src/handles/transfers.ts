import { parseScope } from "../domain/scope.ts";
import type { Engine } from "../engine/engine.ts";
import { type ExportOptions, exportLines } from "../transfer/export.ts";
import type { ForeignFormat } from "../transfer/foreign/format.ts";
import { type ForeignOptions, type ForeignReport, importForeign } from "../transfer/foreign/import.ts";
import { type ImportOptions, type ImportReport, importLines } from "../transfer/import.ts";
import type { ImportSource } from "../transfer/input-lines.ts";

/** What a tenant holds, on its way out as a file and back. */
export interface Transfers {
  /**
   * All that the tenant or some scopes hold, as JSON Lines with checksums (R55, R71): events, memories, evidence,
   * validity, history, decisions, profiles. Read in one moment, given out in pieces.
   */
  export(options?: ExportOptions): AsyncGenerator<string, void, void>;
  /** Restores an export, all of it or nothing (R56, R71). What is there already stays; what differs is refused. */
  import(source: ImportSource, options?: ImportOptions): Promise<ImportReport>;
  /**
   * Takes in what another program has kept: `conversations.json` of ChatGPT, memories of mem0, or JSON Lines. It passes the
   * gate like everything else, and waits for a person unless `trust` says otherwise.
   */
  importForeign(
    format: ForeignFormat,
    source: ImportSource,
    options?: ForeignOptions,
  ): Promise<ForeignReport>;
}

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
