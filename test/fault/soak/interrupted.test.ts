import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const MAIN = join(import.meta.dirname, "../../soak/main.ts");

/** How many processes have their working directory in the folder or below it. */
async function workingIn(folder: string): Promise<number> {
  const entries = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(entries.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return places.filter((place) => place.startsWith(folder)).length;
}

it.each(["SIGINT", "SIGKILL"] as const)("a soak that is ended by %s leaves no process behind", async (signal) => {
  const folder = await mkdtemp(join(tmpdir(), "easel-interrupted-"));
  const child = spawn(process.execPath, [MAIN, "--minutes", "1", "--channels", "3"], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = once(child, "exit");
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes("everything is up")) break;
  }
  // The soak itself, two of its three kinds of processes, and the database.
  expect(await workingIn(folder)).toBeGreaterThan(6);
  child.kill(signal);
  const [code] = await gone;
  expect(code).toBe(signal === "SIGINT" ? 1 : null);
  await expect.poll(() => workingIn(folder), { timeout: 20_000, interval: 50 }).toBe(0);
  await rm(folder, { recursive: true, force: true });
});
