import { spawn } from "node:child_process";
import { once } from "node:events";

/** Cleans up after a database server when told to, or when this process is gone, however it went. */
export interface Janitor {
  /** The postmaster to shut down; undefined: none is running. */
  watch(pid: number | undefined): void;
  /** Cleans up now; resolves when it is done. */
  finish(): Promise<void>;
}

// It reads process ids from a pipe, the last line counts. The pipe ends when we end it or when our process
// dies, by SIGKILL too, where no exit handler runs. A server that was killed also leaves a System V shared
// memory segment, whose id is in the seventh line of postmaster.pid. The data may be a link to another folder.
const script = `
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null; then
  tries=0
  while [ -e "$1/data/postmaster.pid" ] && kill -0 "$pid" 2>/dev/null && [ $tries -lt 100 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
fi
set -- "$1" $(sed -n 7p "$1/data/postmaster.pid" 2>/dev/null)
if [ -n "\${3:-}" ]; then ipcrm -m "$3" 2>/dev/null; fi
rm -rf "$1/data/"* "$1"
`;

export function startJanitor(folder: string): Janitor {
  const child = spawn("sh", ["-c", script, "sh", folder], {
    detached: true, // so that Ctrl-C does not reach it
    stdio: ["pipe", "ignore", "ignore"],
  });
  const done = once(child, "exit");
  child.unref();
  const pipe = child.stdin;
  pipe.on("error", () => {});
  if ("unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  return {
    watch(pid) {
      if (pipe.writable) pipe.write(`${pid ?? ""}\n`);
    },
    async finish() {
      child.ref();
      pipe.end();
      await done;
    },
  };
}
