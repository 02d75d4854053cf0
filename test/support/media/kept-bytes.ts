import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PLACE } from "./private-files.ts";
import { createsAt } from "../gateway/sandbox-calls.ts";

/** The files below a folder that contain the home address, and the number of all files. */
export async function filesTellingPlace(folder: string): Promise<{ telling: string[]; files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const telling: string[] = [];
  for (const path of paths) if ((await readFile(path)).includes(PLACE)) telling.push(path);
  return { telling, files: paths.length };
}

/** The files that the sandbox received with the create of that prompt. */
export async function sentWith(sandboxUrl: string, prompt: string): Promise<Buffer[]> {
  const create = (await createsAt(sandboxUrl)).find(({ body }) => body.includes(prompt));
  return [...(create?.body ?? "").matchAll(/base64,([\w+/=]+)/g)].map(([, text = ""]) => Buffer.from(text, "base64"));
}
