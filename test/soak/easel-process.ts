import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Role } from "../../src/config/config.ts";
import { killAfterExit } from "../support/fault/clean-up-after-exit.ts";
import { killHard } from "../support/process/processes.ts";
import { COMPILE_CACHE } from "../support/process/compile-cache.ts";
import type { LogTally } from "./log-tally.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const HEAP_PROBE = fileURLToPath(new URL("./heap-probe.ts", import.meta.url));
/** A process that does not answer within this time is assumed to be ending. */
const HEAP_MS = 10_000;

/** A running Easel of the fleet. */
export interface SoakProcess {
  readonly pid: number;
  /** Its Console; empty for a worker. */
  readonly url: string;
  /** Collects all garbage; resolves with the bytes of the heap that are still in use. Undefined if the process is ending. */
  heapBytes(): Promise<number | undefined>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves with the milliseconds that it took and its exit code. */
  stop(): Promise<{ readonly ms: number; readonly code: number | null }>;
}

export interface SoakProcessGiven {
  readonly role: Role;
  /** The working directory, which contains none of the tester's settings. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: LogTally;
}

/** Starts one; resolves when it is ready. Rejects if it ends first. It never outlives this process. */
export async function startSoakProcess({ role, folder, environment, log }: SoakProcessGiven): Promise<SoakProcess> {
  const child = spawn(process.execPath, ["--expose-gc", "--import", HEAP_PROBE, MAIN], {
    cwd: folder,
    env: { ...COMPILE_CACHE, PATH: process.env["PATH"] ?? "", HOME: folder, ROLE: role, PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("the process has no output");
  const pid = child.pid ?? 0;
  const callOff = killAfterExit(pid);
  const gone = once(child, "exit").then(([code]) => {
    callOff();
    return typeof code === "number" ? code : null;
  });
  let last = "";
  createInterface({ input: stderr }).on("line", (line) => {
    log.add(line);
    last = line;
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    stdout.on("data", (chunk: Buffer) => {
      if (said.includes("Database:")) return;
      said += chunk.toString();
      if (said.includes("Database:")) resolve();
    });
    void gone.then((code) => reject(new Error(`Easel as ${role} ended with ${code} while it started: ${last}`)));
  });
  return {
    pid,
    url: /ready: (http\S+)/.exec(said)?.[1] ?? "",
    async heapBytes() {
      if (!child.connected) return undefined;
      const answered = once(child, "message", { signal: AbortSignal.timeout(HEAP_MS) });
      child.send("heap", () => {});
      const [bytes]: unknown[] = await answered.catch(() => []);
      return typeof bytes === "number" ? bytes : undefined;
    },
    kill: () => killHard(child),
    async stop() {
      const began = performance.now();
      child.kill("SIGTERM");
      return { code: await gone, ms: performance.now() - began };
    },
  };
}
