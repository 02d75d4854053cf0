import { beforeEach, describe, expect, it } from "vitest";
import {
  createPlanAttachments,
  type PlanAttachmentsContext,
} from "../../../../src/worker/delivery/result/fit-attachments.ts";
import type { ArtifactContent, BatchView, FittingStore } from "../../../../src/core/delivery/delivery-store.ts";
import { undoMessage } from "../../../../src/worker/delivery/result/undo.ts";
import type { Parent } from "../../../../src/core/job/job-store.ts";
import type { Fitted } from "../../../../src/media/fit/fitter.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";
import { tenBytes } from "../../../support/database/memory-delivery.ts";

const MADE: ArtifactContent = { hash: "a".repeat(64), bytes: 1_000, mimeType: "image/png", width: 8, height: 8 };
const SMALLER: Fitted = { hash: "b".repeat(64), bytes: 90, mimeType: "image/webp", width: 4, height: 4 };
const LINK = { url: "https://easel.example/results/1", expiresAt: 5 };
const never = new AbortController().signal;

const job = aJob({ ordinal: 1, state: "succeeded" });
const artifact = { jobId: job.id, state: "fetched", content: MADE, failure: undefined, post: "result" } as const;
const view: BatchView = {
  batch: aBatch(),
  jobs: [job],
  artifacts: [{ ...artifact, succeededAt: EPOCH }],
  posts: [],
};

let fits: number[];
let turns: string[];
let kept: Map<string, ArtifactContent | undefined>;
let gone: Set<string>;
let fitted: Fitted | undefined;
let context: PlanAttachmentsContext;

beforeEach(() => {
  fits = [];
  turns = [];
  kept = new Map();
  gone = new Set();
  fitted = SMALLER;
  const fittings: FittingStore = {
    fitting: async (hash, maxBytes) => {
      const key = `${hash} ${maxBytes}`;
      return kept.has(key) ? { fitted: kept.get(key) } : undefined;
    },
    keepFitting: async (hash, maxBytes, smaller) => void kept.set(`${hash} ${maxBytes}`, smaller),
  };
  context = {
    media: tenBytes,
    ledger: { use: async (hashes) => hashes.filter((hash) => gone.has(hash)) },
    fitter: {
      fit: async (_content, maxBytes, by) => {
        fits.push(maxBytes);
        turns.push(by.accountId);
        return fitted;
      },
    },
    fittings,
    links: { linkTo: () => LINK },
  };
});

const planAttachments = async (maxBytes: number, kind = "result") =>
  (await createPlanAttachments(context)(view, kind, { maxBytes, opensLocalLinks: false }, never)).get(job.id);

describe("an artifact", () => {
  it("that is small enough is sent unchanged, without a link", async () => {
    expect(await planAttachments(1_000)).toEqual({ file: MADE, link: undefined });
    expect(fits).toEqual([]);
  });

  it("of another post is ignored", async () => {
    expect(await planAttachments(10, "late-1")).toBeUndefined();
  });

  it("that is too large is sent smaller, with a link to the original", async () => {
    expect(await planAttachments(100)).toEqual({ file: SMALLER, link: LINK });
    expect(turns).toEqual([view.batch.accountId]);
  });

  it("is made smaller once per limit, even if that failed", async () => {
    await planAttachments(100);
    await planAttachments(100);
    expect(fits).toEqual([100]);
    fitted = undefined;
    expect(await planAttachments(50)).toEqual({ file: undefined, link: LINK });
    expect(await planAttachments(50)).toEqual({ file: undefined, link: LINK });
    expect(fits).toEqual([100, 50]);
  });

  it("is made smaller again if the smaller version is no longer stored", async () => {
    await planAttachments(100);
    gone.add(SMALLER.hash);
    await planAttachments(100);
    expect(fits).toEqual([100, 100]);
  });

  it("is only linked if no file may be sent", async () => {
    expect(await planAttachments(0)).toEqual({ file: undefined, link: LINK });
    expect(fits).toEqual([]);
  });

  it.each([true, false])("is linked for readers who can open local addresses: %s", async (opensLocalLinks) => {
    const asked: boolean[] = [];
    const linkTo = (_batchId: string, _ordinal: number, local: boolean) => {
      asked.push(local);
      return LINK;
    };
    const plan = createPlanAttachments({ ...context, links: { linkTo } });
    await plan(view, "result", { maxBytes: 100, opensLocalLinks }, never);
    expect(asked).toEqual([opensLocalLinks]);
  });

  it("is sent smaller without a link if Easel has no address", async () => {
    context = { ...context, links: { linkTo: () => undefined } };
    expect(await planAttachments(100)).toEqual({ file: SMALLER, link: undefined });
  });

  it("that is no longer stored is reported as gone, and nothing is tried", async () => {
    gone.add(MADE.hash);
    expect(await planAttachments(100)).toEqual({ file: undefined, link: undefined, gone: true });
    expect(fits).toEqual([]);
  });
});

describe("the picture of an undone edit", () => {
  const picture = { kind: "image", ...MADE, name: "before.png" } as const;
  const edit = (parent: Parent | undefined): BatchView => ({
    ...view,
    batch: aBatch({ request: aRequest({ references: [picture] }), parent }),
  });
  const carried = async (of: BatchView, maxBytes: number) =>
    (await createPlanAttachments(context)(of, "undo", { maxBytes, opensLocalLinks: true }, never)).get(MADE.hash);

  it("is sent unchanged if it is small enough", async () => {
    expect(await carried(edit(undefined), 1_000)).toEqual({ file: MADE, link: undefined });
  });

  it("is sent smaller, with a link to its result", async () => {
    const linked: unknown[] = [];
    context = { ...context, links: { linkTo: (...what) => (linked.push(what), LINK) } };
    expect(await carried(edit({ batchId: "the parent", ordinals: [2] }), 100)).toEqual({ file: SMALLER, link: LINK });
    expect(linked).toEqual([["the parent", 2, true]]);
  });

  it("has no page if a member attached it", async () => {
    expect(await carried(edit(undefined), 100)).toEqual({ file: SMALLER, link: undefined });
  });
});

describe("the message about an undone edit", () => {
  it("says that its picture was made smaller, and names it after its type", () => {
    const picture = { kind: "image", ...MADE, name: "before.png" } as const;
    const of = { ...view, batch: aBatch({ request: aRequest({ references: [picture] }) }) };
    const smaller = { ...MADE, ...SMALLER };
    const message = undoMessage(of, undefined, tenBytes, new Map([[MADE.hash, { file: smaller, link: undefined }]]));
    expect(message.text).toContain(textsFor("en").result.fitted(undefined));
    expect(message.files?.map(({ name, bytes }) => [name, bytes])).toEqual([["picture-1.webp", 90]]);
  });
});
