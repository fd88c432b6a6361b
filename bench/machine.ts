import { cpus, loadavg } from "node:os";

/** The machine the figures were measured on, and its load. */
export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly platform: string;
  readonly node: string;
  /** The load of the last minute, before and after. */
  readonly load: readonly [number, number];
}

/** Call it at the beginning; what it returns, at the end. */
export function watchMachine(): () => Machine {
  const [before = 0] = loadavg();
  return () => ({
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? "unknown",
    platform: process.platform,
    node: process.version,
    load: [before, loadavg()[0] ?? 0],
  });
}

export function machineLine({ cores, cpu, platform, node, load }: Machine): string {
  const [before, after] = load.map((value) => value.toFixed(1));
  return `${cores} cores (${cpu}), ${platform}, Node ${node}, load ${before} before and ${after} after`;
}
