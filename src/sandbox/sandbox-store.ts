import type { SandboxService } from "./sandbox-service.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { matches, type Fault, type FaultAction, type FaultRequest } from "./errors/fault.ts";
import type { ImageJob, InputImage } from "./image/image-job.ts";
import { hasEnded } from "./image/lifecycle.ts";
import { openJournal, readLines } from "./journal.ts";
import { JournalRecord } from "./record.ts";
import type { VideoRecord } from "./video/task.ts";
import { createVideoTasks, type VideoTasks } from "./video/tasks.ts";

/** A start forgets jobs that ended this long ago; until then they still answer 410. */
const SANDBOX_FORGET_MS = 30 * 24 * 3_600_000;

/** Everything the sandbox remembers. Each change is journalled before it is visible. */
export interface SandboxStore {
  /** The secret that signs media addresses; stored in the data folder. */
  readonly signingKey: Buffer;
  /** The port in issued links, once it is known. */
  port(): number | undefined;
  setPort(port: number): void;
  /** Milliseconds that `POST /sandbox/clock` has advanced the time by. */
  clockOffset(): number;
  advance(ms: number): void;

  /** The video service's tasks; they change only through `writeVideo`. */
  readonly videos: Pick<VideoTasks, "find" | "pending">;
  writeVideo(record: VideoRecord): void;

  addImageJob(job: ImageJob): void;
  imageJob(id: string): ImageJob | undefined;
  /** The job that an owner's idempotency key is bound to. */
  imageJobOfKey(owner: string, idempotencyKey: string): ImageJob | undefined;
  cancel(job: ImageJob, at: number): void;
  /** Records that an edit's images were downloaded. The edit can't end before that. */
  resolveInputs(job: ImageJob, images: readonly InputImage[], at: number): void;
  /** Records that the download failed, which fails the edit. */
  failInputs(job: ImageJob, code: string, at: number): void;
  /** Edits whose images were still to be downloaded when the sandbox stopped. */
  pendingJobs(): readonly ImageJob[];
  /** Jobs of an owner and a service that have not ended by `now`. */
  activeJobs(owner: string, service: SandboxService, now: number): number;
  /** Jobs of an owner, among its newest few, that are still in the queue at `now`. */
  queuedJobs(owner: string, now: number): number;

  addFault(fault: FaultRequest): Fault;
  faults(): readonly Fault[];
  clearFaults(): void;
  /** The first fault that matches a call, used once. */
  takeFault(method: string, path: string): FaultAction | undefined;

  /** Forgets jobs, faults and the advanced time. The signing key and the port stay. */
  reset(): void;
  close(): void;
}

/** How many of an owner's newest jobs count for the queue position, which is never higher. */
const RECENT_JOBS = 9;

/** The state that the journal's lines describe. */
interface State {
  identity: { key: string; port: number | undefined };
  offset: number;
  readonly jobs: Map<string, ImageJob>;
  readonly idempotency: Map<string, ImageJob>;
  /** Per owner: jobs that had not ended at the last check, and the newest few. */
  readonly active: Map<string, Set<ImageJob>>;
  readonly recent: Map<string, ImageJob[]>;
  readonly videos: VideoTasks;
  faults: Fault[];
}

/** Opens the store of a data folder. `now` is the underlying clock's time, to drop old jobs. */
export function openStore(dataDir: string, now: number): SandboxStore {
  const path = join(dataDir, "journal.jsonl");
  const state = emptyState();
  for (const line of readLines(path)) {
    const record = JournalRecord.safeParse(line);
    if (record.success) apply(state, record.data);
  }
  forget(state, now + state.offset);
  const journal = openJournal(path, recordsOf(state));
  const write = (record: JournalRecord): void => {
    journal.append(record);
    apply(state, record);
  };

  return {
    signingKey: Buffer.from(state.identity.key, "hex"),
    port: () => state.identity.port,
    setPort(port) {
      if (port !== state.identity.port) write({ is: "identity", key: state.identity.key, port });
    },
    clockOffset: () => state.offset,
    advance(ms) {
      write({ is: "clock", offset: state.offset + ms });
    },

    videos: state.videos,
    writeVideo(record) {
      write(record);
    },

    addImageJob(job) {
      write({ is: "image", job });
    },
    imageJob: (id) => state.jobs.get(id),
    imageJobOfKey: (owner, key) => state.idempotency.get(idempotencyId(owner, key)),
    cancel(job, at) {
      write({ is: "cancel", id: job.id, at });
    },
    resolveInputs(job, images, at) {
      write({ is: "inputs", id: job.id, images: [...images], at });
    },
    failInputs(job, code, at) {
      write({ is: "inputs-failed", id: job.id, code, at });
    },
    pendingJobs: () => [...state.jobs.values()].filter((job) => job.pending),
    activeJobs(owner, service, at) {
      if (service === "video") return state.videos.active(owner, at);
      const active = state.active.get(owner) ?? new Set<ImageJob>();
      for (const job of active) if (hasEnded(job, at)) active.delete(job);
      return active.size;
    },
    queuedJobs(owner, at) {
      const recent = state.recent.get(owner) ?? [];
      return recent.filter((job) => job.startAt > at && !hasEnded(job, at)).length;
    },

    addFault(request) {
      const fault: Fault = { ...request, id: randomUUID() };
      write({ is: "fault", fault });
      return fault;
    },
    faults: () => state.faults,
    clearFaults() {
      write({ is: "no-faults" });
    },
    takeFault(method, requestPath) {
      const fault = state.faults.find((candidate) => matches(candidate, method, requestPath));
      if (!fault) return undefined;
      write({ is: "fault-used", id: fault.id });
      return fault.action;
    },

    reset() {
      const fresh: State = { ...emptyState(), identity: state.identity };
      journal.rewrite(recordsOf(fresh));
      state.offset = 0;
      state.faults = [];
      for (const map of [state.jobs, state.idempotency, state.active, state.recent]) map.clear();
      state.videos.clear();
    },
    close() {
      journal.close();
    },
  };
}

function emptyState(): State {
  return {
    identity: { key: randomBytes(32).toString("hex"), port: undefined },
    offset: 0,
    jobs: new Map(),
    idempotency: new Map(),
    active: new Map(),
    recent: new Map(),
    videos: createVideoTasks(),
    faults: [],
  };
}

function apply(state: State, record: JournalRecord): void {
  switch (record.is) {
    case "identity":
      state.identity = { key: record.key, port: record.port };
      return;
    case "clock":
      state.offset = record.offset;
      return;
    case "image":
      remember(state, record.job);
      return;
    case "cancel": {
      const job = state.jobs.get(record.id);
      if (job) job.cancelledAt = record.at;
      return;
    }
    case "inputs": {
      const job = state.jobs.get(record.id);
      if (!job || job.cancelledAt !== undefined) return;
      job.picture.images = record.images;
      job.pending = false;
      job.endAt = Math.max(job.endAt, record.at);
      return;
    }
    case "inputs-failed": {
      const job = state.jobs.get(record.id);
      if (!job || job.cancelledAt !== undefined) return;
      job.failCode = record.code;
      job.pending = false;
      job.endAt = Math.max(job.startAt, record.at);
      return;
    }
    case "fault":
      state.faults.push(record.fault);
      return;
    case "fault-used":
      state.faults = state.faults
        .map((fault) => (fault.id === record.id ? { ...fault, times: fault.times - 1 } : fault))
        .filter((fault) => fault.times > 0);
      return;
    case "no-faults":
      state.faults = [];
      return;
    case "video":
    case "references":
    case "references-failed":
      state.videos.apply(record);
  }
}

function remember(state: State, job: ImageJob): void {
  state.jobs.set(job.id, job);
  if (job.idempotency) state.idempotency.set(idempotencyId(job.owner, job.idempotency.key), job);
  groupOf(state.active, job.owner, () => new Set<ImageJob>()).add(job);
  const recent = groupOf(state.recent, job.owner, () => []);
  recent.push(job);
  if (recent.length > RECENT_JOBS) recent.shift();
}

function groupOf<T>(groups: Map<string, T>, owner: string, make: () => T): T {
  const existing = groups.get(owner);
  if (existing !== undefined) return existing;
  const made = make();
  groups.set(owner, made);
  return made;
}

/** The state as the fewest possible records. */
function* recordsOf(state: State): Generator<JournalRecord> {
  const { key, port } = state.identity;
  yield { is: "identity", key, ...(port === undefined ? {} : { port }) };
  if (state.offset !== 0) yield { is: "clock", offset: state.offset };
  for (const job of state.jobs.values()) yield { is: "image", job };
  yield* state.videos.records();
  for (const fault of state.faults) yield { is: "fault", fault };
}

function forget(state: State, now: number): void {
  state.videos.forgetBefore(now - SANDBOX_FORGET_MS);
  for (const job of state.jobs.values()) {
    if (!hasEnded(job, now - SANDBOX_FORGET_MS)) continue;
    state.jobs.delete(job.id);
    state.active.get(job.owner)?.delete(job);
    if (job.idempotency) state.idempotency.delete(idempotencyId(job.owner, job.idempotency.key));
  }
}

function idempotencyId(owner: string, key: string): string {
  return `${owner} ${key}`;
}
