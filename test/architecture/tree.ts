import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { readModule, type Module } from "./module.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Every TypeScript file below these folders, without installed packages. */
export async function readTree(folders: readonly string[]): Promise<readonly Module[]> {
  return (await Promise.all(folders.map(readFolder))).flat();
}

/** The text of every TypeScript file below these folders. */
export async function readSources(
  folders: readonly string[],
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  return (await Promise.all(folders.map(readTexts))).flat();
}

/** The paths of all files below these folders, without installed packages. */
export async function listFiles(folders: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(folders.map(listFolder))).flat();
}

async function readFolder(folder: string): Promise<Module[]> {
  return (await readTexts(folder)).map(({ path, text }) => readModule(path, text));
}

async function readTexts(folder: string): Promise<{ readonly path: string; readonly text: string }[]> {
  const paths = (await listFolder(folder)).filter((path) => /\.tsx?$/.test(path));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).split(sep).join("/"))
    .filter((path) => !path.split("/").includes("node_modules"));
}
