import { cp, mkdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { inRoot, run } from "./chroot.ts";
import { readDockerfile, readPairs, type Stage } from "./dockerfile.ts";

/** The last stage's folder, and its instructions about running the image. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
}

/**
 * Follows the Dockerfile's instructions in folders. Each stage starts as a copy of `base`. `project` is the build context; only
 * its files that git tracks are copied. `args` override the defaults of `ARG`.
 */
export async function buildImage(
  project: string,
  base: string,
  folder: string,
  args: Readonly<Record<string, string>>,
): Promise<Image> {
  const stages = readDockerfile(await readFile(join(project, "Dockerfile"), "utf8"));
  const context = join(folder, "context");
  await mkdir(context, { recursive: true });
  await run("sh", [
    "-c",
    `cd "$0" && git ls-files -z | tar --null --files-from=- -c | tar -x -C "$1"`,
    project,
    context,
  ]);
  const ignored = (await readFile(join(project, ".dockerignore"), "utf8"))
    .split("\n")
    .filter((line) => /^[\w.]/.test(line));
  await run("sh", ["-c", `cd "$0" && rm -rf "$@"`, context, ...ignored]);

  const roots = new Map<string, string>();
  let image: Image | undefined;
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, stage.name ?? `stage-${index}`);
    await run("cp", ["--archive", base, root]);
    if (stage.name !== undefined) roots.set(stage.name, root);
    image = await buildStage(stage, { root, context, roots, args });
  }
  if (!image) throw new Error("the Dockerfile has no stage");
  return image;
}

interface Places {
  readonly root: string;
  readonly context: string;
  readonly roots: ReadonlyMap<string, string>;
  readonly args: Readonly<Record<string, string>>;
}

async function buildStage(stage: Stage, { root, context, roots, args }: Places): Promise<Image> {
  const env: Record<string, string> = {};
  const buildArgs: Record<string, string> = {};
  const volumes: string[] = [];
  let cwd = "/";
  let command: readonly string[] = [];
  for (const { word, rest } of stage.instructions) {
    if (word === "WORKDIR") cwd = rest;
    else if (word === "ENV") Object.assign(env, Object.fromEntries(readPairs(rest)));
    else if (word === "ARG") for (const [name, value] of readPairs(rest)) buildArgs[name] = args[name] ?? value;
    else if (word === "COPY") await copy(rest, join(root, cwd), context, roots);
    else if (word === "RUN") await inRoot(root, rest, { cwd, env: { ...env, ...buildArgs } });
    else if (word === "VOLUME") volumes.push(...rest.split(/\s+/));
    else if (word === "CMD") command = z.array(z.string()).parse(JSON.parse(rest));
    else if (!["USER", "EXPOSE", "HEALTHCHECK"].includes(word)) throw new Error(`${word} is not understood`);
  }
  return { root, env, volumes, command };
}

async function copy(rest: string, cwd: string, context: string, roots: ReadonlyMap<string, string>): Promise<void> {
  const words = rest.split(/\s+/);
  const [, stage] = /^--from=(.+)$/.exec(words[0] ?? "") ?? [];
  const from = stage === undefined ? context : roots.get(stage);
  if (from === undefined) throw new Error(`COPY names ${stage}, which is no stage`);
  const paths = stage === undefined ? words : words.slice(1);
  const target = join(cwd, paths.at(-1) ?? "");
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const into = path === "." || !rest.endsWith("/") ? target : join(target, basename(path));
    await mkdir(into === target ? target : join(into, ".."), { recursive: true });
    await cp(source, into, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}
