import { readFile, readdir } from "node:fs/promises";

/**
 * Is `pid` a process of the cluster `name`? `/proc/<pid>/cmdline` is read because it needs no rights over the process: root
 * in a container may not look at another user's `cwd` or `exe`. A zombie has an empty command line and counts as gone.
 */
export async function isClusterProcess(pid: number, name: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
  if (commandLine.startsWith(`postgres: ${name}: `)) return true;
  const [program = "", ...options] = commandLine.split("\0");
  return /(?:^|\/)(?:postgres|initdb)$/.test(program) && options.includes(`cluster_name=${name}`);
}

/**
 * When the process started, in the kernel's clock ticks since its boot: with its pid the process's identity. Undefined
 * when it is gone; a zombie is, though nobody may ever fetch its exit code. (proc_pid_stat(5), fields 3 and 22.)
 */
export async function processStart(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  // The second field, the program's name in parentheses, may hold anything.
  const [state = "X", ...fields] = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return "ZX".includes(state) ? undefined : fields[18];
}

/** The pids of all processes of the cluster `name`: the server, its backends, or an initdb. */
export async function clusterProcesses(name: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const own = await Promise.all(pids.map((pid) => isClusterProcess(pid, name)));
  return pids.filter((_pid, index) => own[index]);
}

/** Kills an initdb or backends whose parent was killed. Never call it while a server that should live runs. */
export async function killClusterProcesses(name: string): Promise<void> {
  for (const pid of await clusterProcesses(name)) signalProcess(pid, "SIGKILL");
}

/** Sends a signal; a process that has gone meanwhile is no error. A negative pid means its whole group. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
