import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { z } from "zod";
import type { FaultRequest } from "../../../src/sandbox/errors/fault.ts";
import { readLines } from "../../../src/sandbox/journal.ts";
import { COMPILE_CACHE } from "../process/compile-cache.ts";
import type { Arming, Order } from "./fault-points.ts";
import { createTestDatabase, type TestDatabase } from "../database/postgres.ts";
import { firstLine, killHard } from "../process/processes.ts";
import { keepProcessLogs } from "./process-logs.ts";

/** The folder of the sources that processes run, unless a test names that of another version. */
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const EASEL = join("test", "support", "fault", "easel-fault-process.ts");
const SANDBOX = fileURLToPath(new URL("../../../src/sandbox/main.ts", import.meta.url));

/** One of several Easel processes on one database. */
export interface Replica {
  /** Empty for a worker, which serves none. */
  readonly url: string;
  /** Its environment, for programs that run next to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when the process has ended for any reason. */
  readonly gone: Promise<void>;
  isGone(): boolean;
  arm(arming: Arming): Promise<void>;
  /** Sets its local clock wrong. */
  setClockWrong(ms: number): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Resolves once a signal has stopped the process. */
  frozen(): Promise<void>;
  kill(): Promise<void>;
  /** Asks it to stop; resolves with the milliseconds that it took and its exit code. */
  stop(): Promise<{ readonly ms: number; readonly code: number | null }>;
}

/** A gateway and a database that outlive the replicas. */
export interface FaultWorld {
  readonly sandboxUrl: string;
  readonly sql: postgres.Sql;
  readonly databaseUrl: string;
  /** `sources`: the folder of another version's sources. */
  start(databaseUrl?: string, environment?: Readonly<Record<string, string>>, sources?: string): Promise<Replica>;
  /** Ages creates with an unknown outcome, so that they are given up and their slots are freed. */
  ageUnknown(): Promise<void>;
  /** Ends the wait of jobs that were set aside because several processes died while they handled them. */
  endSetAside(): Promise<void>;
  /** Ages every stored time, as if everything had been written earlier. */
  age(ms: number): Promise<void>;
  /** Declares every ended process dead immediately, without the time-out. */
  declareAllDead(): Promise<void>;
  /** Every clip that the gateway has made or is making, by its own records and clock. */
  clipsAtGateway(): readonly ClipAtGateway[];
  /** The ids of all pictures that the gateway has made or is making, by its own records. */
  picturesAtGateway(): ReadonlySet<string>;
  fault(fault: FaultRequest): Promise<void>;
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

export interface ClipAtGateway {
  readonly id: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly endAt: number;
}

const MadeClip = z.object({
  is: z.literal("video"),
  task: z.object({ id: z.string(), createdAt: z.number(), endAt: z.number() }),
});

const MadePicture = z.object({ is: z.literal("image"), job: z.object({ id: z.string() }) });

export interface WorldOptions {
  /** The gateway's speed factor; 0 for no delay. */
  readonly speed?: number;
  readonly media?: "tiny" | "full";
  /** A media folder for all replicas instead of the world's own. */
  readonly mediaFolder?: string;
  /** Receives every line of the replicas' logs, from `info` up. Without it, the logs are checked at the end. */
  readonly onLog?: (line: string) => void;
  /** A database to use instead of one on the run's server. The world drops it in the end. */
  readonly database?: TestDatabase;
}

export async function openFaultWorld(options: WorldOptions = {}): Promise<FaultWorld> {
  const { speed = 10, media = "tiny" } = options;
  const folder = await mkdtemp(join(tmpdir(), "easel-fault-"));
  const database = options.database ?? (await createTestDatabase());
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  const flags = ["--port", "0", "--speed", String(speed), "--data", join(folder, "sandbox"), "--media", media];
  const sandbox = spawn(process.execPath, [SANDBOX, ...flags], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const sandboxUrl = /http:\S+/.exec(await firstLine(sandbox))?.[0] ?? "";
  sandbox.stdout?.resume();
  const sharedMedia = options.mediaFolder ?? join(folder, "media");
  await mkdir(sharedMedia, { recursive: true });
  const replicas: Replica[] = [];
  const logs = keepProcessLogs(folder);

  return {
    sandboxUrl,
    sql,
    databaseUrl: database.url,
    async start(databaseUrl = database.url, environment = {}, sources = ROOT) {
      const dataDir = await mkdtemp(join(folder, "data-"));
      // Each has its own folder, and they share the media in it like a bucket.
      await symlink(sharedMedia, join(dataDir, "media"));
      const env = {
        ...COMPILE_CACHE,
        PATH: process.env["PATH"] ?? "",
        PORT: "0",
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: "a secret key that is used by tests alone",
        IMAGE_BASE_URL: sandboxUrl,
        IMAGE_API_KEY: "sk-sandbox-four",
        VIDEO_BASE_URL: sandboxUrl,
        // The contract states no limit for clips, so the sandbox doesn't enforce ours: tests measure it (`clipsAtGateway`).
        VIDEO_API_KEY: "sk-sandbox-videos",
        LOG_LEVEL: process.env["TEST_LOG"] ?? "info",
        ...environment,
      };
      const log = options.onLog ?? (process.env["TEST_LOG"] ? undefined : await logs.open(env, sources === ROOT));
      const replica = await startReplica(join(sources, EASEL), env, log);
      replicas.push(replica);
      return replica;
    },
    async age(ms) {
      const ago = `${ms} milliseconds`;
      await sql`
        update jobs set created_at = created_at - ${ago}::interval, not_before = not_before - ${ago}::interval,
          submitted_at = submitted_at - ${ago}::interval, deadline_at = deadline_at - ${ago}::interval
        where ended_at is null`;
    },
    async declareAllDead() {
      await sql`update workers set beat = '-infinity'`;
    },
    async ageUnknown() {
      await sql`update jobs set submitted_at = submitted_at - interval '3 hours' where state = 'unknown'`;
    },
    async endSetAside() {
      await sql`update jobs set not_before = now() where deaths <> '{}' and not_before > now()`;
    },
    clipsAtGateway() {
      return [...readLines(join(folder, "sandbox", "journal.jsonl"))].flatMap((line) => {
        const made = MadeClip.safeParse(line);
        return made.success ? [made.data.task] : [];
      });
    },
    picturesAtGateway() {
      const pictures = [...readLines(join(folder, "sandbox", "journal.jsonl"))].flatMap((line) => {
        const made = MadePicture.safeParse(line);
        return made.success ? [made.data.job.id] : [];
      });
      return new Set(pictures);
    },
    async fault(fault) {
      await control(sandboxUrl, "POST", fault);
    },
    async clearFaults() {
      await control(sandboxUrl, "DELETE");
    },
    async close() {
      for (const replica of replicas) await replica.kill();
      await killHard(sandbox);
      await sql.end();
      await database.drop();
      try {
        await logs.check();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function control(sandboxUrl: string, method: string, body?: unknown): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the sandbox refuses this fault: ${await response.text()}`);
}

/** `log`: where its log goes; undefined for this process's standard error. */
async function startReplica(
  program: string,
  env: Record<string, string>,
  log: ((line: string) => void) | FileHandle | undefined,
): Promise<Replica> {
  const [onLog, file] = typeof log === "function" ? [log, undefined] : [undefined, log];
  const child = fork(program, [], {
    env,
    execArgv: [],
    stdio: ["ignore", "ignore", onLog ? "pipe" : (file?.fd ?? "inherit"), "ipc"],
  });
  // The child process has inherited its own descriptor.
  await file?.close();
  // A process that is killed may leave half a line.
  if (onLog && child.stderr)
    createInterface(child.stderr).on("line", (line) => void (line.endsWith("}") && onLog(line)));
  let over = false;
  const gone = once(child, "exit").then(() => void (over = true));
  const url = await Promise.race([
    firstMessage(child),
    gone.then(() => {
      throw new Error("Easel ended while it started");
    }),
  ]);
  const tell = async (order: Order): Promise<void> => {
    const done = once(child, "message");
    child.send(order);
    await done;
  };
  return {
    url,
    environment: url === "" ? env : { ...env, PORT: new URL(url).port },
    gone,
    isGone: () => over,
    arm: tell,
    setClockWrong: (ms) => tell({ wrongMs: ms }),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async frozen() {
      for (let state = ""; state !== "T"; state = await stateOf(child.pid ?? 0)) {
        if (over) throw new Error("the process ended instead of freezing");
        await pause(20);
      }
    },
    kill: () => killHard(child),
    async stop() {
      const began = performance.now();
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await exit;
      return { ms: performance.now() - began, code: typeof code === "number" ? code : null };
    },
  };
}

async function firstMessage(child: ChildProcess): Promise<string> {
  const [message] = await once(child, "message");
  const { url } = message as { url?: string };
  return url ?? "";
}

/** A process's state in `/proc`; `T` is stopped. */
async function stateOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return line.slice(line.lastIndexOf(")") + 2, line.lastIndexOf(")") + 3);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Rejects if the work takes longer. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`never ${what}`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
