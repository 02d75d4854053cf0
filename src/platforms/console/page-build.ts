import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Logger } from "../../lib/log/log.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGE = join("src", "web");
const BUILT = join(ROOT, "dist", "console");
/** Written last, so that it marks a complete build. */
const STAMP = join(BUILT, "stamp.txt");

/** Sources outside the page's folder: what it imports, and what builds it. */
const OTHER_SOURCES = [
  "vite.config.ts",
  "package.json",
  "src/core/request/reference.ts",
  "src/lib/limits.ts",
  "src/lib/locale.ts",
  "src/media/file-type.ts",
  "src/text/shown-bytes.ts",
  "src/text/render/console/console-failure.ts",
  "src/text/render/console/console-dialogs.ts",
  "src/text/render/console/console-files.ts",
  "src/text/render/console/console-models.ts",
  "src/text/render/console/console-page.ts",
  "src/platforms/console/api/api.ts",
  "src/platforms/console/api/cost.ts",
  "src/platforms/console/api/history.ts",
  "src/platforms/console/api/lineage.ts",
  "src/platforms/console/api/models.ts",
  "src/platforms/console/api/message-link.ts",
  "src/platforms/console/api/message-parts.ts",
  "src/platforms/console/api/people.ts",
  "src/platforms/console/api/pins.ts",
  "src/platforms/console/api/search.ts",
  "src/platforms/console/api/written-names.ts",
];

const BUILDER = fileURLToPath(new URL("build-page.ts", import.meta.url));
const execute = promisify(execFile);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Builds the Console's page into `dist/console` unless the build matches the current sources. An unnecessary call is cheap: it
 * reads a few dozen small files. Vite runs in its own process, because it would otherwise hold half a gigabyte of memory. An
 * image contains the built page without its sources, so there is nothing to compare.
 */
export async function ensurePageBuilt(log: Logger): Promise<void> {
  if (!existsSync(join(ROOT, PAGE))) return;
  if (await isBuilt(await stampOfSources())) return;
  log.info("building the Console's page");
  await execute(process.execPath, [BUILDER]);
}

/**
 * Builds in this process. Concurrent builds are safe: each one builds in its own folder and then moves the result into
 * place.
 */
export async function buildPage(): Promise<void> {
  const stamp = await stampOfSources();
  if (await isBuilt(stamp)) return;
  const { build } = await import("vite");
  const aside = `${BUILT}-${process.pid}`;
  try {
    await build({
      root: join(ROOT, PAGE),
      configFile: join(ROOT, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: aside },
    });
    await Promise.all([compressAll(aside), compressAll(join(aside, "assets"))]);
    await writeFile(join(aside, "stamp.txt"), stamp);
    await rm(BUILT, { recursive: true, force: true });
    await rename(aside, BUILT);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Another process has already built the same sources.
    if (!(await isBuilt(stamp))) throw error;
  }
}

/** Compresses text files once, at brotli's and gzip's highest levels. */
async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(?:html|js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const [br, gz] = await Promise.all([compressBrotli(bytes), compressGzip(bytes, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

async function isBuilt(stamp: string): Promise<boolean> {
  return (await readFile(STAMP, "utf8").catch(() => undefined)) === stamp;
}

async function stampOfSources(): Promise<string> {
  const entries = await readdir(join(ROOT, PAGE), { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const paths = [...own, ...OTHER_SOURCES.map((path) => join(ROOT, path))].toSorted();
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries()) {
    const path = paths[index] ?? "";
    hash.update(`${path.slice(ROOT.length).split(sep).join("/")} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
