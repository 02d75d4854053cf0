import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Service } from "../../src/core/job/job.ts";
import { readLines } from "../../src/sandbox/journal.ts";
import { killAfterExit } from "../support/fault/clean-up-after-exit.ts";
import { COMPILE_CACHE } from "../support/process/compile-cache.ts";
import { firstLine, killHard } from "../support/process/processes.ts";

const MAIN = fileURLToPath(new URL("../../src/sandbox/main.ts", import.meta.url));
/** Fast enough that four slots can handle a burst: a picture takes a fraction of a second. */
const SPEED = 20;

const Made = z.union([
  z
    .object({ is: z.literal("image"), job: z.object({ id: z.string() }) })
    .transform(({ is, job }) => ({ is, id: job.id })),
  z
    .object({ is: z.literal("video"), task: z.object({ id: z.string() }) })
    .transform(({ is, task }) => ({ is, id: task.id })),
]);

/** The sandbox gateway in its own process. */
export interface SoakSandbox {
  readonly url: string;
  /** The ids of all pictures or clips that it has made, by its own records. */
  made(service: Service): string[];
  stop(): Promise<void>;
}

/** Starts it with its own folder below `folder`. It never outlives this process. */
export async function startSandboxProcess(folder: string): Promise<SoakSandbox> {
  const dataDir = join(folder, "sandbox");
  const flags = ["--port", "0", "--speed", String(SPEED), "--media", "tiny", "--data", dataDir];
  const child = spawn(process.execPath, [MAIN, ...flags], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const callOff = killAfterExit(child.pid ?? 0);
  child.once("exit", callOff);
  const said = await firstLine(child);
  child.stdout.resume();
  const url = /http:\S+/.exec(said)?.[0];
  if (url === undefined) throw new Error(`the sandbox did not say where it is: ${said}`);
  return {
    url,
    made: (service) => [
      ...new Set(
        [...readLines(join(dataDir, "journal.jsonl"))].flatMap((line) => {
          const made = Made.safeParse(line);
          return made.success && made.data.is === service ? [made.data.id] : [];
        }),
      ),
    ],
    stop: () => killHard(child),
  };
}
