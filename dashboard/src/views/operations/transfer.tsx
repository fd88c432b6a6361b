import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ForeignReport, ImportReport } from "../../../../src/api/transfers.ts";
import { FOREIGN_FORMATS, type ForeignFormat } from "../../../../src/domain/arguments.ts";
import { useMemoir } from "../../connection.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { useAction } from "../../ui/async.ts";
import { saveFile } from "../../ui/save-file.ts";
import { ScopePicker } from "../../ui/scope-picker.tsx";

/** Export and import, with how far they are. */
export function Transfer(): JSX.Element {
  return (
    <div class="charts">
      <Export />
      <Import />
    </div>
  );
}

function Export(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [scope, setScope] = useState("");
  const [lines, setLines] = useState<number>();
  const [done, setDone] = useState(false);
  const start = async (): Promise<void> => {
    setDone(false);
    setLines(0);
    await act(async () => {
      const parts: string[] = [];
      let count = 0;
      for await (const part of memoir.operator().export(scope === "" ? {} : { scopes: [scope] })) {
        parts.push(part);
        count += part.split("\n").length - 1;
        setLines(count);
      }
      saveFile(
        new Blob(parts, { type: "application/x-ndjson" }),
        `memoir-${new Date().toISOString().slice(0, 10)}.jsonl`,
      );
      setDone(true);
    });
  };
  return (
    <section class="card">
      <h2>{t("transfer.export")}</h2>
      <p class="dim">{t("transfer.exportHint")}</p>
      <ScopePicker label={t("field.scope")} all={t("memories.all")} value={scope} onChange={setScope} />
      <div class="buttons start">
        <button type="button" class="primary" onClick={() => void start()}>
          {t("transfer.download")}
        </button>
        <span role="status">
          {lines !== undefined && t(done ? "transfer.exported" : "transfer.exporting", { n: lines })}
        </span>
      </div>
    </section>
  );
}

type Report = { readonly own: ImportReport } | { readonly foreign: ForeignReport };

function Import(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<ForeignFormat | "memoir">("memoir");
  const [progress, setProgress] = useState<number>();
  const [report, setReport] = useState<Report>();
  const start = async (dryRun: boolean): Promise<void> => {
    if (file === undefined) return;
    setReport(undefined);
    setProgress(0);
    const operator = memoir.operator();
    const source = pieces(file, (read) => setProgress(read / Math.max(1, file.size)));
    setReport(
      await act(
        async (): Promise<Report> =>
          format === "memoir"
            ? { own: await operator.import(source, { dryRun }) }
            : { foreign: await operator.importForeign(format, source, { dryRun }) },
      ),
    );
    setProgress(undefined);
  };
  return (
    <section class="card">
      <h2>{t("transfer.import")}</h2>
      <p class="dim">{t("transfer.importHint")}</p>
      <label class="field">
        <span>{t("transfer.format")}</span>
        <select
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as ForeignFormat | "memoir")}
        >
          <option value="memoir">{t("transfer.own")}</option>
          {FOREIGN_FORMATS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("transfer.file")}</span>
        <input type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
      </label>
      <div class="buttons start">
        <button type="button" disabled={file === undefined} onClick={() => void start(true)}>
          {t("transfer.check")}
        </button>
        <button type="button" class="primary" disabled={file === undefined} onClick={() => void start(false)}>
          {t("transfer.bring")}
        </button>
      </div>
      {progress !== undefined && (
        <label class="field">
          <span>{t(progress < 1 ? "transfer.sending" : "transfer.working")}</span>
          <progress value={progress < 1 ? progress : undefined} max={1} />
        </label>
      )}
      <div role="status">{report !== undefined && <Outcome report={report} />}</div>
    </section>
  );
}

async function* pieces(file: File, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array, void, void> {
  const reader = file.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    read += value.length;
    onRead(read);
    yield value;
  }
}

function Outcome({ report }: { report: Report }): JSX.Element {
  if ("own" in report) {
    const { dryRun, scopes, counts } = report.own;
    return (
      <>
        <p>
          <b>{t(dryRun ? "transfer.would" : "transfer.done")}</b>{" "}
          {Object.entries(counts)
            .map(([kind, n]) => `${kind} ${formatNumber(n)}`)
            .join(", ")}
        </p>
        <ul>
          {scopes.slice(0, 50).map(({ scope, outcome }) => (
            <li key={scope}>
              <bdi class="scope">{scope}</bdi> {outcome}
            </li>
          ))}
        </ul>
      </>
    );
  }
  const { dryRun, scopes, skipped } = report.foreign;
  return (
    <>
      <p>
        <b>{t(dryRun ? "transfer.would" : "transfer.done")}</b> {t("transfer.skipped", { n: skipped })}
      </p>
      <ul>
        {scopes.slice(0, 50).map(({ scope, recorded, duplicates }) => (
          <li key={scope}>
            <bdi class="scope">{scope}</bdi> {t("transfer.recorded", { n: recorded, known: duplicates })}
          </li>
        ))}
      </ul>
    </>
  );
}
