import { readFile, readdir } from "node:fs/promises";

/**
 * Whether `pid` is a process of the cluster `name`. Reads `/proc/<pid>/cmdline` because that needs no rights over the process:
 * root in a container may not read another user's `cwd` or `exe`. A zombie has an empty command line and counts as gone.
 */
export async function isClusterProcess(pid: number, name: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
  if (commandLine.startsWith(`postgres: ${name}: `)) return true;
  const [program = "", ...options] = commandLine.split("\0");
  return /(?:^|\/)(?:postgres|initdb)$/.test(program) && options.includes(`cluster_name=${name}`);
}

/**
 * When the process started, in kernel clock ticks since boot. Together with the pid it identifies the process. Undefined if the
 * process is gone or a zombie, whose exit code may never be collected. (proc_pid_stat(5), fields 3 and 22.)
 */
export async function processStart(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // The second field, the program's name in parentheses, may contain anything.
  const [state = "X", ...fields] = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return "ZX".includes(state) ? undefined : fields[18];
}

/** The pids of all processes of the cluster `name`: the server, its backends, or an initdb. */
export async function clusterProcesses(name: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const own = await Promise.all(pids.map((pid) => isClusterProcess(pid, name)));
  return pids.filter((_pid, index) => own[index]);
}

/** Kills an initdb, or backends whose parent was killed. Never call it while a healthy server runs. */
export async function killClusterProcesses(name: string): Promise<void> {
  for (const pid of await clusterProcesses(name)) signalProcess(pid, "SIGKILL");
}

/** Sends a signal; ignores a process that has already ended. A negative pid means its whole group. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
