import { isDeepStrictEqual } from "node:util";
import type { StoredDraft, StoredTarget, ResultStore } from "../../../src/core/delivery/result-store.ts";
import type { Artifact, Post, PostState } from "../../../src/core/delivery/delivery-store.ts";
import type { Batch, Job } from "../../../src/core/job/job-store.ts";

export interface KnownResults {
  readonly artifacts?: readonly Artifact[];
  /** Message ids by the kind of post. */
  readonly posts?: Readonly<Record<string, string>>;
  /** Posts that the conversation refused, and other posts, as stored. */
  readonly refused?: readonly Post[];
  /** Handles a request for another delivery. */
  readonly deliver?: () => Promise<"accepted" | "known">;
}

/** A result store in memory with only what tests add. A deleted result stays `removing`. */
export function memoryResults(
  known: readonly { readonly batch: Batch; readonly jobs: readonly Job[] }[],
  shownBy: ReadonlyMap<string, KnownResults>,
  targets: Map<string, StoredTarget>,
  requested: Set<string>,
): ResultStore {
  const stateOf = (batchId: string, kind: string): PostState => {
    const isDeleted = kind !== "notice" && requested.has(`remove ${batchId} ${kind === "undo" ? kind : "results"}`);
    return isDeleted ? "removing" : "posted";
  };
  const postsOf = () =>
    known.flatMap(({ batch }) =>
      Object.entries(shownBy.get(batch.id)?.posts ?? {})
        .filter(([kind]) => stateOf(batch.id, kind) === "posted")
        .map(([kind, messageId]) => ({ batch, kind, messageId })),
    );
  const found = (post: { batch: Batch; kind: string } | undefined) =>
    post && { batchId: post.batch.id, kind: post.kind };
  const drafts = new Map<string, StoredDraft>();
  /** The keys of the events that set stars. */
  const starredBy = new Map<string, string>();
  const showsResults = ({ kind }: { kind: string }): boolean => kind !== "notice";
  return {
    postOf: async ({ id, conversation }) =>
      found(
        postsOf().find(
          ({ batch, messageId }) => messageId === id && batch.conversation.channel === conversation.channel,
        ),
      ),
    latestIn: async (thread) =>
      found(postsOf().findLast((post) => showsResults(post) && post.batch.conversation.thread === thread.thread)),
    latestFor: async (request) =>
      found(postsOf().findLast((post) => showsResults(post) && post.batch.requestMessage === request.id)),
    async view(batchId) {
      const entry = known.find(({ batch }) => batch.id === batchId);
      if (!entry) return undefined;
      const { artifacts = [], posts: shown = {} } = shownBy.get(batchId) ?? {};
      return {
        ...entry,
        artifacts,
        posts: [
          ...Object.entries(shown).map(([kind, messageId]) => ({
            kind,
            state: stateOf(batchId, kind),
            messageId,
            awaited: [],
          })),
          ...(shownBy.get(batchId)?.refused ?? []),
        ],
      };
    },
    async chain(batchId) {
      const steps = [];
      for (let id: string | undefined = batchId; id !== undefined;) {
        const entry = known.find(({ batch }) => batch.id === id);
        if (!entry) break;
        const jobs = entry.jobs.map((job) => ({ ...job, settlement: "charged" as const, usage: undefined }));
        steps.unshift({ batch: entry.batch, jobs });
        id = entry.batch.parent?.batchId;
      }
      return steps;
    },
    async requestRemoval(batchId, what) {
      requested.add(`remove ${batchId} ${what}`);
      const stars = [...requested].filter((one) => what === "results" && one.startsWith(`star ${batchId} `));
      for (const star of stars) requested.delete(star);
    },
    async requestUndo(batchId) {
      const action = `undo ${batchId}`;
      if (requested.has(action)) return "known";
      requested.add(action);
      return "accepted";
    },
    async star(batchId, { accountId }, eventKey) {
      const star = `star ${batchId} ${accountId}`;
      if (stateOf(batchId, "result") !== "posted") return "gone";
      if (starredBy.get(star) === eventKey) return "starred";
      if (requested.delete(star)) return "unstarred";
      requested.add(star);
      starredBy.set(star, eventKey);
      return "starred";
    },
    unstar: async (batchId, { accountId }) => void requested.delete(`star ${batchId} ${accountId}`),
    starredOf: async (batchIds, { accountId }) =>
      new Set(batchIds.filter((batchId) => requested.has(`star ${batchId} ${accountId}`))),
    storeTarget: async (target) => void targets.set(target.id, target),
    requestFetch: async () => "here",
    requestDelivery: async (batchId) => (await shownBy.get(batchId)?.deliver?.()) ?? "known",
    target: async (id) => targets.get(id),
    storeDraft: async (draft) => void drafts.set(draft.id, draft),
    async draft(id, { conversation, requesterId }) {
      const draft = drafts.get(id);
      const isTheirs = draft?.requesterId === requesterId && isDeepStrictEqual(draft.conversation, conversation);
      return isTheirs ? draft : undefined;
    },
  };
}
