import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const OUTPUT_BYTES = 1 << 28;

/** Runs a program and returns its output. Rejects with its error output if it fails. */
export async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: OUTPUT_BYTES });
  return stdout;
}

/** Runs a program and shows its output. Rejects if it fails. */
export async function show(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} ended with code ${code}`);
}

/** Whether a program exists and answers. */
export async function works(program: string, args: readonly string[], cwd: string): Promise<boolean> {
  return outputOf(program, args, cwd).then(
    () => true,
    () => false,
  );
}
