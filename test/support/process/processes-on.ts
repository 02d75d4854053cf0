import { readdir, readFile } from "node:fs/promises";

/** The command lines of the processes started on a folder, from `/proc`. */
export async function processesOn(folder: string): Promise<string[]> {
  const entries = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const lines = await Promise.all(
    entries.map((pid) =>
      readFile(`/proc/${pid}/cmdline`, "utf8").then(
        (line) => line.replaceAll("\0", " "),
        () => "",
      ),
    ),
  );
  return lines.filter((line) => line.includes(folder));
}
