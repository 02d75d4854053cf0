import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { secretsInEnvironment } from "../fault/log-trouble.ts";
import { troubleIn } from "../fault/process-logs.ts";
import { rememberSecret } from "../gateway/sandbox-calls.ts";

const ROOT = new URL("../../../", import.meta.url);

/**
 * Easel in a separate process, as `npm start` starts it. Disposing of it while it runs stops it normally. Ending it
 * fails if its log holds a secret, or a message from `warn` up that docs/reference/log.md lacks.
 */
export interface EaselProcess extends AsyncDisposable {
  readonly url: string;
  readonly sandboxUrl: string;
  /** The block that it printed when it was ready. */
  readonly block: string;
  /** Sends a signal; resolves with the exit code when the process has ended, or null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it; resolves when it has printed its block. Rejects with its output if it ends first. */
export async function startEaselProcess(environment: Record<string, string>): Promise<EaselProcess> {
  const { child, output } = spawnEasel({ ...environment, LOG_LEVEL: "info" });
  const block = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      if (/Database: .*\n/.test(output().out)) resolve(output().out);
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output().err}`)));
  });
  const address = (pattern: RegExp): string => pattern.exec(block)?.[1] ?? "";
  const sandboxUrl = address(/sandbox at (http[^ ,]+)/);
  if (sandboxUrl !== "") {
    const secret = await readFile(join(environment["DATA_DIR"] ?? "", "sandbox", "control.secret"), "utf8");
    rememberSecret(sandboxUrl, secret.trim());
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const gone = once(child, "exit");
    child.kill(signal);
    const [code] = await gone;
    const trouble = await troubleIn(output().err, secretsInEnvironment(environment));
    if (trouble.length > 0) throw new Error(`the log:\n${trouble.join("\n")}`);
    return code;
  };
  return {
    url: address(/ready: (http\S+)/),
    sandboxUrl,
    block,
    end,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
    },
  };
}

/** Runs Easel until it exits. */
export async function runEaselProcess(
  environment: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  return runEaselScript("src/main.ts", environment);
}

/** Runs one of Easel's programs, by its path in the repository, until it exits. */
export async function runEaselScript(
  path: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<{ code: number | null; out: string; err: string }> {
  const { child, output } = spawnEasel(environment, path, flags);
  const [code] = await once(child, "close");
  return { code, ...output() };
}

function spawnEasel(
  environment: Record<string, string>,
  path = "src/main.ts",
  flags: readonly string[] = [],
): {
  child: ChildProcess;
  output: () => { out: string; err: string };
} {
  // The settings of the person who runs the tests must not apply.
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...environment };
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, ROOT)), ...flags], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (chunks.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (chunks.err += chunk.toString()));
  return { child, output: () => ({ ...chunks }) };
}
