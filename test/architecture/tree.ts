import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readModule, type Module } from "./module.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Every TypeScript file of the project below these folders. Packages that a folder has installed for itself are not part of it. */
export async function readTree(folders: readonly string[]): Promise<readonly Module[]> {
  return (await Promise.all(folders.map(readFolder))).flat();
}

/** The text of every TypeScript file below these folders. */
export async function readSources(
  folders: readonly string[],
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  return (await Promise.all(folders.map(readTexts))).flat();
}

async function readFolder(folder: string): Promise<Module[]> {
  return (await readTexts(folder)).map(({ path, text }) => readModule(path, text));
}

async function readTexts(folder: string): Promise<{ readonly path: string; readonly text: string }[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const own = entries.filter(({ parentPath }) => !relative(ROOT, parentPath).split(sep).includes("node_modules"));
  const files = own.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: relative(ROOT, path).split(sep).join("/"), text: await readFile(path, "utf8") };
    }),
  );
}
