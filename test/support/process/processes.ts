import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { processStart } from "../../../src/db/embedded/cluster-processes.ts";

/** Runs a TypeScript file of this folder in a separate process. */
export function runScript(name: string, ...options: string[]): ChildProcess {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return spawn(process.execPath, [file, ...options], { stdio: ["ignore", "pipe", "inherit"] });
}

/** The first line that the process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the process has no output to read");
  let said = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes("\n")) return said.slice(0, said.indexOf("\n"));
  }
  throw new Error(`the process ended without a line: ${said}`);
}

/** Kills a process with SIGKILL and waits until it has ended. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** Whether the process runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await processStart(pid)) !== undefined;
}

/** Resolves when the condition holds, checking every few milliseconds; fails after `patienceMs`. */
export async function until(condition: () => boolean | Promise<boolean>, patienceMs = 45_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("the condition never held");
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
