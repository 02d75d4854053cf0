import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../../src/lib/log/log.ts";
import { startSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/sandbox.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";

/** A response with its body, parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A sandbox on a free port with its own folder and clock. */
export interface TestSandbox {
  readonly url: string;
  readonly dataDir: string;
  readonly clock: ManualClock;
  /** Sends a call with the key `sk-sandbox` unless the headers contain another. Text and bytes are sent as they are. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a generation request: a valid body with these fields replaced; undefined removes one. */
  generate(fields?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  edit(fields?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends a generation request that must be accepted; returns its id. */
  created(prompt: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** The finished picture of an accepted request. */
  picture(answer: Answer): Promise<Buffer>;
  advance(seconds: number): Promise<void>;
  /** Stops it and restarts it on the same folder; `between` runs while it is stopped. */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export const KEY = "sk-sandbox";

export async function openTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-sandbox-"));
  const clock = createManualClock();
  const start = (): Promise<Sandbox> =>
    startSandbox({ port: 0, dataDir, media: "tiny", log: createLog("silent"), clock, ...options });
  let sandbox = await start();

  const call: TestSandbox["call"] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: objectOf(text) };
  };
  const submit = (kind: string, fields: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const valid = { model: "provider-a/image-2", prompt: "a lighthouse at dusk" };
    return call("POST", `/api/v1/images/${kind}/jobs`, { ...valid, ...fields }, headers);
  };

  return {
    get url() {
      return sandbox.url;
    },
    dataDir,
    clock,
    call,
    generate: (fields = {}, headers) => submit("generations", fields, headers),
    edit: (fields = {}, headers) => submit("edits", fields, headers),
    async created(prompt, headers) {
      const answer = await submit("generations", { prompt }, headers);
      if (answer.status !== 202) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
      return String(answer.body["jobId"]);
    },
    async picture(answer) {
      if (answer.status !== 202) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
      const result = await call("GET", `/api/v1/images/jobs/${String(answer.body["jobId"])}/result`);
      const { images } = result.body;
      if (!Array.isArray(images)) throw new Error(`no result: ${JSON.stringify(result.body)}`);
      return Buffer.from(String(images[0].base64), "base64");
    },
    async advance(seconds) {
      await call("POST", "/sandbox/clock", { advanceSeconds: seconds });
    },
    async restart(between) {
      await sandbox.stop();
      await between?.();
      sandbox = await start();
    },
    async close() {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An error response's code, status and param, as promised by a contract row. */
export function refusalOf(answer: Answer): { status: number; code: unknown; param: unknown } {
  const { error } = answer.body;
  if (typeof error !== "object" || error === null) throw new Error(`no refusal: ${JSON.stringify(answer.body)}`);
  const { status, code, param }: { status?: unknown; code?: unknown; param?: unknown } = error;
  if (status !== answer.status) throw new Error(`the body says ${String(status)}, the answer ${answer.status}`);
  return { status: answer.status, code, param };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

function objectOf(text: string): Record<string, unknown> {
  if (text === "") return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : { value };
}
