import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { releaseChangelog } from "./changelog.ts";
import { outputOf, show, works } from "./programs.ts";
import { newestRelease, requireFollowing } from "./version.ts";

/**
 * `npm run release -- 1.2.3 [--dry-run] [--without-image]`: releases the project in the working directory, as described in
 * `docs/releasing.md`. Checks everything before it changes anything. Pushes nothing.
 */
const CHANGELOG = "docs/changelog.md";
const Package = z.object({ version: z.string() });
const Sbom = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
});

const root = process.cwd();
const git = (...args: string[]): Promise<string> => outputOf("git", args, root);

try {
  await main();
} catch (error) {
  process.stderr.write(`No release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { version, isDry, withImage } = readArguments();
  const last = newestRelease((await git("tag", "--list")).split("\n"));
  const { version: current } = Package.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  requireFollowing(version, last, current);
  if ((await git("status", "--porcelain")).trim() !== "") throw new Error("the working tree is not clean");
  if (last !== undefined) await requireSameMigrations(last);
  const date = new Date().toISOString().slice(0, "2026-11-23".length);
  const changelog = releaseChangelog(await readFile(join(root, CHANGELOG), "utf8"), version, date);
  const canBuild = withImage && (await works("docker", ["version"], root));
  if (withImage && !canBuild && !isDry) {
    throw new Error("Docker does not answer: start it, or leave the image out with --without-image");
  }
  const folder = join("dist/release", version);
  if (isDry) {
    say(
      `Release ${version}${last === undefined ? ", the first one" : ` after ${last}`}. Nothing is changed by this dry run. It would`,
    );
    say(`- commit the version in package.json, package-lock.json and ${CHANGELOG}, and tag it v${version};`);
    say(`- write ${folder}/notes.md, easel-${version}.tar.gz and sbom.cdx.json;`);
    say(imageLine(version, folder, withImage, canBuild));
    say(`\nThe notes:\n\n${changelog.notes}`);
    return;
  }
  await commit(version, changelog.text);
  try {
    await writeFiles(version, folder, changelog.notes);
    if (withImage) await buildImage(version, folder);
    // Git would treat the headings of the notes as comments.
    const message = `Easel ${version}\n\n${changelog.notes}\n`;
    await git("tag", "--annotate", "--cleanup=verbatim", `--message=${message}`, `v${version}`);
  } catch (error) {
    say("The release was committed, but not tagged. To try again, undo the commit: git reset --hard HEAD~1");
    throw error;
  }
  say(`Release ${version} is in ${folder}. To publish it: git push --follow-tags, and upload the files.`);
}

function readArguments() {
  const flag = { type: "boolean", default: false } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "dry-run": flag, "without-image": flag },
  });
  const [version, ...more] = positionals;
  if (version === undefined || more.length > 0) {
    throw new Error("npm run release -- <version> [--dry-run] [--without-image]");
  }
  return { version, isDry: values["dry-run"], withImage: !values["without-image"] };
}

/** A released migration is never edited, renamed or removed. */
async function requireSameMigrations(last: string): Promise<void> {
  const changed = await git("diff", "--name-only", "--diff-filter=a", `v${last}`, "HEAD", "--", "migrations/*.sql");
  if (changed.trim() !== "")
    throw new Error(`migrations of ${last} were changed: ${changed.trim().split("\n").join(", ")}`);
}

async function commit(version: string, changelog: string): Promise<void> {
  await outputOf("npm", ["version", version, "--no-git-tag-version", "--allow-same-version", "--ignore-scripts"], root);
  await writeFile(join(root, CHANGELOG), changelog);
  await git("add", "package.json", "package-lock.json", CHANGELOG);
  await git("commit", "--quiet", `--message=Release ${version}`);
}

async function writeFiles(version: string, folder: string, notes: string): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, folder, "notes.md"), `${notes}\n`);
  const { metadata, ...sbom } = Sbom.parse(JSON.parse(await outputOf("npm", ["run", "--silent", "sbom"], root)));
  // npm names the component after the folder.
  const named = { ...metadata, component: { ...metadata.component, name: "easel" } };
  await writeFile(join(root, folder, "sbom.cdx.json"), `${JSON.stringify({ ...sbom, metadata: named }, null, 2)}\n`);
  const archive = join(folder, `easel-${version}.tar.gz`);
  await git("archive", "--format=tar.gz", `--prefix=easel-${version}/`, `--output=${archive}`, "HEAD");
}

async function buildImage(version: string, folder: string): Promise<void> {
  const name = `easel:${version}`;
  await show("docker", ["build", "--pull", `--tag=${name}`, "."], root);
  await show("docker", ["save", `--output=${join(folder, "image.tar")}`, name], root);
}

function imageLine(version: string, folder: string, withImage: boolean, canBuild: boolean): string {
  if (!withImage) return "- build no image.";
  const line = `- build the image easel:${version} with Docker, and save it as ${folder}/image.tar.`;
  return canBuild ? line : `${line} But Docker does not answer here, so it would refuse.`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
