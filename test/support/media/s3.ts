import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { S3Address } from "../../../src/media/store/s3-client.ts";
import { createStaging, type Staging } from "../../../src/media/store/staging.ts";
import { killHard } from "../process/processes.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("s3rver/bin/s3rver.js"));
const BUCKET = "easel-media";

/** A real S3-compatible server in its own process. It checks signatures. */
export interface TestS3 {
  readonly address: S3Address;
  /** For content that is checked before it is stored. */
  readonly staging: Staging;
  /** The keys of all objects in the bucket. */
  objects(): Promise<string[]>;
  /** Adds empty objects with these keys, faster than through its interface. */
  addObjects(keys: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), "easel-s3-"));
  const options = ["-d", folder, "-a", "127.0.0.1", "-p", "0", "--no-vhost-buckets", "--configure-bucket", BUCKET];
  // It encrypts the tokens of listings with DES.
  const server = spawn(process.execPath, ["--openssl-legacy-provider", PROGRAM, ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const port = await announcedPort(server.stdout);
  server.stdout.resume();
  // It stores each object as a file, with the metadata next to it.
  const objects = async (): Promise<string[]> => {
    const entries = await readdir(join(folder, BUCKET), { recursive: true });
    return entries.filter((name) => name.endsWith("._S3rver_object"));
  };
  return {
    staging: createStaging(`${folder}-staging`),
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      // The only key it knows.
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    objects,
    async addObjects(keys) {
      for (const key of keys) {
        const path = join(folder, BUCKET, `${key}._S3rver_object`);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, "");
        await writeFile(path.replace(/object$/, "metadata.json"), JSON.stringify({}));
      }
    },
    async clear() {
      for (const name of await readdir(join(folder, BUCKET))) {
        await rm(join(folder, BUCKET, name), { recursive: true, force: true });
      }
    },
    async stop() {
      await killHard(server);
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}-staging`, { recursive: true, force: true });
    },
  };
}

async function announcedPort(output: Readable): Promise<string> {
  let said = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const [, port] = /listening on .*:(\d+)/.exec(said) ?? [];
    if (port !== undefined) return port;
  }
  throw new Error(`the S3 server ended without a word: ${said}`);
}
