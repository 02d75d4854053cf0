import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "../../../src/config/config.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

const PASSWORD = "a password of the tests";
/** What an operator may already have: a gateway and a store. */
const OWN = {
  IMAGE_BASE_URL: "https://gateway.example.com",
  VIDEO_BASE_URL: "https://gateway.example.com",
  IMAGE_API_KEY: "sk-sandbox",
  VIDEO_API_KEY: "sk-sandbox",
  S3_ACCESS_KEY_ID: "access",
  S3_SECRET_ACCESS_KEY: "secret",
};
const IN_IMAGE = { HOST: "0.0.0.0", PORT: "8080", PUBLIC_PORT: "8081", DATA_DIR: "/data" };

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      profiles: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      command: z.array(z.string()).optional(),
    }),
  ),
});
const { services } = Compose.parse(parse(await read("docker-compose.yml"), { merge: true }));

it("several processes with Compose need only a password: the store's keys are generated, and the sandbox is a service", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const makeSecrets = (await read("scripts/image/make-secrets.sh")).replaceAll("/secrets/", `${folder}/`);
  execFileSync("sh", ["-c", makeSecrets]);
  const printed = "console.log(JSON.stringify(process.env))";
  const startWith = (given: Readonly<Record<string, string>>): Record<string, string> => {
    const env = { PATH: process.env["PATH"] ?? "", SECRETS: folder, ...IN_IMAGE, ...given };
    const out = execFileSync("sh", ["scripts/image/start.sh", "-e", printed], { cwd: ROOT, env, encoding: "utf8" });
    return z.record(z.string(), z.string()).parse(JSON.parse(out));
  };
  const given = { CONSOLE_PASSWORD: PASSWORD };
  const worker = { ...given, ROLE: "worker" };
  // A single process.
  expect(readConfig(startWith(given), "/app")).toMatchObject({ role: "all", s3: undefined });

  expect(services["replicas"]).toMatchObject({ profiles: ["replicas"], command: ["touch", "/secrets/replicas"] });
  await writeFile(join(folder, "replicas"), "");
  const [chat, other] = [startWith(given), startWith(worker)].map((env) => readConfig(env, "/app"));
  expect([chat?.role, other?.role]).toEqual(["chat", "worker"]);
  expect(chat?.s3).toEqual(other?.s3);
  const at = (url: string | undefined) => url && new URL(url).hostname;
  for (const url of [chat?.s3?.endpoint, chat?.image?.baseUrl, chat?.video?.baseUrl]) {
    expect(services[at(url) ?? ""]?.profiles).toContain("replicas");
  }
  const [, port] = /default\((\d+)\)/.exec(await read("src/sandbox/arguments.ts")) ?? [];
  expect(new URL(chat?.image?.baseUrl ?? "").port).toBe(port);
  expect(services["s3"]?.volumes.map((volume) => volume.split(":")[1])).toContain(`/buckets/${chat?.s3?.bucket}`);
  // The operator's own gateway and store take precedence.
  const own = readConfig(startWith({ ...given, ...OWN }), "/app");
  expect(own.image?.baseUrl).toBe(OWN.IMAGE_BASE_URL);
  expect(own.s3).toMatchObject({ accessKeyId: OWN.S3_ACCESS_KEY_ID });
});
