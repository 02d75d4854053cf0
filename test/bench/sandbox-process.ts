import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLine } from "../support/process/processes.ts";

const MAIN = fileURLToPath(new URL("../../src/sandbox/main.ts", import.meta.url));

/** The sandbox gateway in its own process, which finishes jobs immediately with tiny media. */
export interface SandboxProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it on a free port with its own folder below `folder`. */
export async function startSandboxProcess(folder: string, name: string): Promise<SandboxProcess> {
  const options = ["--port", "0", "--speed", "0", "--media", "tiny", "--data", join(folder, name)];
  const child = spawn(process.execPath, [MAIN, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const said = await firstLine(child);
  const url = /http:\S+/.exec(said)?.[0];
  if (url === undefined) throw new Error(`the sandbox did not say where it is: ${said}`);
  return {
    url,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}
