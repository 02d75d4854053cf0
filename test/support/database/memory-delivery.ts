import { Readable } from "node:stream";
import type { Conversation, MessageRef } from "../../../src/core/chat/conversation.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import type { Capabilities, Platform } from "../../../src/core/chat/platform.ts";
import type {
  Artifact,
  ArtifactContent,
  BatchView,
  DeliveryStore,
  Post,
} from "../../../src/core/delivery/delivery-store.ts";
import { hasEnded } from "../../../src/core/job/job.ts";
import type { Batch, Job } from "../../../src/core/job/job-store.ts";
import type { MediaStore } from "../../../src/media/store/media-store.ts";
import { aBatch, aJob, aRequest } from "./jobs.ts";

/** What survives a process: a batch's rows, and the conversation's messages. */
export interface DeliveryWorld {
  readonly batch: Batch;
  readonly store: DeliveryStore;
  readonly platform: Platform;
  /** Rows that a test may read, or change behind a reconciler's back. */
  readonly rows: Rows;
  /** Every message ever posted, in order. */
  readonly messages: PostedMessage[];
  readonly edits: { readonly id: string; readonly message: Message; readonly at: number }[];
  changeJob(index: number, changes: Partial<Job>): void;
  /** Makes the job succeed, with its artifact due or fetched. */
  make(index: number, state: "due" | "fetched"): void;
  fetch(index: number): void;
  /** Requests a removal of the result, an undo of the edit, or another delivery. This reopens the batch. */
  requestAction(what: "remove" | "undo" | "deliver"): void;
  messagesOf(kind: "n" | "r" | "u" | "d" | `l${number}`): PostedMessage[];
}

export interface Rows {
  acknowledged: Batch["acknowledged"];
  jobs: Job[];
  artifacts: Artifact[];
  posts: Post[];
  closed: boolean;
  actionsRequested: number;
}

export interface PostedMessage {
  readonly id: string;
  readonly key: string;
  message: Message;
  removed: boolean;
}

/** Wraps a call of a port, so that the call can fail, or the process can die during it. */
export type Around = <T>(call: string, act: () => T) => Promise<T>;

export interface DeliveryWorldOptions {
  readonly jobs?: number;
  readonly batch?: Partial<Batch>;
  readonly capabilities?: Partial<Capabilities>;
  readonly now: () => number;
}

const CONTENT: ArtifactContent = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };

export function createDeliveryWorld(options: DeliveryWorldOptions, around: Around = plainly): DeliveryWorld {
  const { now } = options;
  const count = options.jobs ?? 1;
  const batch = aBatch({ count, request: aRequest({ count }), ...options.batch });
  const rows: DeliveryWorld["rows"] = {
    acknowledged: undefined,
    jobs: Array.from({ length: count }, (_, index) =>
      aJob({ batchId: batch.id, ordinal: index + 1, state: "running", remoteId: `r-${index + 1}` }),
    ),
    artifacts: [],
    posts: [{ kind: "notice", state: "intended", messageId: undefined, awaited: [] }],
    closed: false,
    actionsRequested: 0,
  };
  const messages: PostedMessage[] = [];
  const edits: DeliveryWorld["edits"] = [];
  const capabilities: Capabilities = {
    postOnce: false,
    noticeIntervalMs: 5_000,
    maxFilesPerMessage: 10,
    maxFileBytes: 1_000_000,
    publicFiles: false,
    opensLocalLinks: false,
    forms: true,
    refusedFormsStay: true,
    refusedMessagesReturn: false,
    answersShowFiles: true,
    answersMessagesDirectly: false,
    direct: false,
    membersRefuseDirect: false,
    memberUploads: false,
    adminsAreOperators: false,
    ...options.capabilities,
  };

  function changeArtifact(jobId: string, changes: Partial<Artifact>): void {
    rows.artifacts = rows.artifacts.map((artifact) =>
      artifact.jobId === jobId && artifact.state === "due" ? { ...artifact, ...changes } : artifact,
    );
  }

  function jobAt(index: number): Job {
    const job = rows.jobs[index];
    if (!job) throw new RangeError(`there is no job ${index}`);
    return job;
  }

  const world: DeliveryWorld = {
    batch,
    rows,
    messages,
    edits,
    store: storeOn(around),
    platform: platformOn(around),
    changeJob(index, changes) {
      const job = { ...jobAt(index), ...changes };
      rows.jobs[index] = hasEnded(job.state) ? { ...job, endedAt: job.endedAt ?? new Date(now()) } : job;
    },
    make(index, state) {
      world.changeJob(index, { state: "succeeded" });
      const fetched = state === "fetched";
      rows.artifacts.push({
        jobId: jobAt(index).id,
        state,
        content: fetched ? CONTENT : undefined,
        failure: undefined,
        post: undefined,
        succeededAt: new Date(now()),
      });
    },
    fetch: (index) => changeArtifact(jobAt(index).id, { state: "fetched", content: CONTENT }),
    requestAction(what) {
      rows.actionsRequested++;
      rows.closed = false;
      if (what === "undo") {
        if (rows.posts.some((post) => post.kind === "undo")) return;
        rows.posts.push({ kind: "undo", state: "intended", messageId: undefined, awaited: [] });
      } else if (what === "deliver") {
        rows.posts = rows.posts
          .filter((post) => post.kind !== "direct")
          .map((post) => {
            if (post.kind === "notice" && post.messageId !== undefined) return { ...post, state: "posted" };
            const { failure: _failure, ...rest } = post;
            return post.state === "undeliverable" ? { ...rest, state: "intended" } : post;
          });
      } else {
        rows.posts = rows.posts.map((post) => (post.kind === "result" ? { ...post, state: "removing" } : post));
      }
    },
    messagesOf: (kind) => messages.filter((message) => message.key.slice(22) === kind),
  };
  return world;

  function storeOn(call: Around): DeliveryStore {
    const view = (): BatchView => {
      const { closed, actionsRequested, acknowledged } = rows;
      return structuredClone({
        ...rows,
        batch: { ...batch, closed, actionsRequested, acknowledged },
        ...(acknowledged === "unheard" ? { unheard: { timeZone: "UTC" } } : {}),
      });
    };
    return {
      view: (id) => call("view", () => (id === batch.id ? view() : undefined)),
      noticeShown: (_platform, _key, messageId) =>
        call("noticeShown", () => {
          const notice = rows.posts.find((post) => post.kind === "notice" && post.state === "intended");
          rows.posts = rows.posts.map((post) => (post === notice ? { ...post, state: "posted", messageId } : post));
          if (notice && rows.acknowledged === "unheard") rows.acknowledged = "heard";
          return notice !== undefined;
        }),
      acknowledged: (_platform, _key, how) =>
        call("acknowledged", () => {
          const isKnown =
            rows.acknowledged !== undefined || rows.posts.some(({ messageId }) => messageId !== undefined);
          if (!isKnown) rows.acknowledged = how;
          return !isKnown;
        }),
      noNotice: () =>
        call("noNotice", () => {
          const notice = rows.posts.find((post) => post.kind === "notice" && post.messageId === undefined);
          rows.posts = rows.posts.map((post) => (post === notice ? { ...post, state: "folded" } : post));
          return notice !== undefined;
        }),
      artifactFetched: (jobId, content) =>
        call("artifactFetched", () => changeArtifact(jobId, { state: "fetched", content })),
      artifactLost: (jobId, failure) =>
        call("artifactLost", () => changeArtifact(jobId, { state: "unretrievable", failure })),
      intendPost: (_known, kind, jobIds, awaited = []) =>
        call("intendPost", () => {
          if (rows.posts.some((post) => post.kind === kind)) return view();
          rows.posts.push({ kind, state: "intended", messageId: undefined, awaited });
          rows.artifacts = rows.artifacts.map((artifact) =>
            jobIds.includes(artifact.jobId) && artifact.post === undefined ? { ...artifact, post: kind } : artifact,
          );
          return view();
        }),
      postDone: (_id, kind, state, outcome) =>
        call("postDone", () => {
          const ended = state === "removed" ? ["folded"] : ["folded", "removing", "removed"];
          const open = rows.posts.some((post) => post.kind === kind && !ended.includes(post.state));
          rows.posts = rows.posts.map((post) =>
            open && post.kind === kind
              ? { ...post, ...outcome, state, messageId: outcome.messageId ?? post.messageId }
              : post,
          );
          return open;
        }),
      close: (_id, actionsRequested, folded) =>
        call("close", () => {
          if (actionsRequested === rows.actionsRequested) rows.closed = true;
          if (!folded || !rows.closed) return rows.closed;
          rows.posts = rows.posts.map((post) =>
            post.kind === "notice" && post.state !== "folded"
              ? { ...post, state: "folded", messageId: folded.messageId ?? post.messageId }
              : post,
          );
          return rows.closed;
        }),
    };
  }

  function platformOn(call: Around): Platform {
    const refTo = (conversation: Conversation, id: string): MessageRef => ({ conversation, id });
    const elsewhere = (): never => {
      throw new Error("not used in these tests");
    };
    return {
      name: "console",
      capabilities,
      post: (conversation, message, key) =>
        call("post", () => {
          const first = messages.find((known) => known.key === key);
          if (first && capabilities.postOnce) return refTo(conversation, first.id);
          messages.push({ id: `m-${messages.length + 10}`, key, message, removed: false });
          return refTo(conversation, messages.at(-1)?.id ?? "");
        }),
      findPost: (conversation, key) =>
        call("findPost", () => {
          const found = messages.find((known) => known.key === key);
          return found && refTo(conversation, found.id);
        }),
      edit: (ref, message) =>
        call("edit", () => {
          edits.push({ id: ref.id, message, at: now() });
          for (const known of messages) if (known.id === ref.id) known.message = message;
        }),
      remove: (ref) =>
        call("remove", () => {
          for (const known of messages) if (known.id === ref.id) known.removed = true;
        }),
      start: elsewhere,
      stop: elsewhere,
      openAttachment: elsewhere,
      lookUp: elsewhere,
      linkTo: () => Promise.resolve(undefined),
      mayRead: () => Promise.resolve(true),
      linked: elsewhere,
      direct: (conversation, userId, message, key) =>
        call("direct", () => {
          const first = messages.find((known) => known.key === key);
          const ref = { ...conversation, channel: `with ${userId}` };
          if (first) return refTo(ref, first.id);
          messages.push({ id: `m-${messages.length + 10}`, key, message, removed: false });
          return refTo(ref, messages.at(-1)?.id ?? "");
        }),
    };
  }
}

/** Contains the ten bytes of every made-up artifact. */
export const tenBytes: MediaStore = {
  put: async () => {
    throw new Error("this store takes no files");
  },
  open: async () => Readable.from([Buffer.from("0123456789")]),
  size: async () => CONTENT.bytes,
};

async function plainly<T>(_call: string, act: () => T): Promise<T> {
  return act();
}
