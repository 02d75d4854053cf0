import { beforeEach, describe, expect, it } from "vitest";
import { createCarry, type CarryContext } from "../../src/delivery/carry.ts";
import type { ArtifactContent, BatchView, FittingStore } from "../../src/delivery/store.ts";
import type { Fitted } from "../../src/media/fit/fitter.ts";
import { aBatch, aJob, EPOCH } from "../support/jobs.ts";
import { tenBytes } from "../support/memory-delivery.ts";

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
let kept: Map<string, ArtifactContent | undefined>;
let gone: Set<string>;
let fitted: Fitted | undefined;
let context: CarryContext;

beforeEach(() => {
  fits = [];
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
      fit: async (_content, maxBytes) => {
        fits.push(maxBytes);
        return fitted;
      },
    },
    fittings,
    links: { linkTo: () => LINK },
  };
});

const carry = async (maxBytes: number, kind = "result") =>
  (await createCarry(context)(view, kind, maxBytes, never)).get(job.id);

describe("an artifact", () => {
  it("that is small enough goes out as it was made, without a link", async () => {
    expect(await carry(1_000)).toEqual({ file: MADE, link: undefined });
    expect(fits).toEqual([]);
  });

  it("of another post is left alone", async () => {
    expect(await carry(10, "late-1")).toBeUndefined();
  });

  it("that is too large goes out smaller, with a link to the whole", async () => {
    expect(await carry(100)).toEqual({ file: SMALLER, link: LINK });
  });

  it("is made smaller once for one limit, also where that failed", async () => {
    await carry(100);
    await carry(100);
    expect(fits).toEqual([100]);
    fitted = undefined;
    expect(await carry(50)).toEqual({ file: undefined, link: LINK });
    expect(await carry(50)).toEqual({ file: undefined, link: LINK });
    expect(fits).toEqual([100, 50]);
  });

  it("is made smaller anew when the smaller version is no longer kept", async () => {
    await carry(100);
    gone.add(SMALLER.hash);
    await carry(100);
    expect(fits).toEqual([100, 100]);
  });

  it("is linked alone where no file may go out", async () => {
    expect(await carry(0)).toEqual({ file: undefined, link: LINK });
    expect(fits).toEqual([]);
  });

  it("goes out smaller without a link where Easel has no address", async () => {
    context = { ...context, links: { linkTo: () => undefined } };
    expect(await carry(100)).toEqual({ file: SMALLER, link: undefined });
  });

  it("that is no longer kept is said to be gone, and nothing is tried", async () => {
    gone.add(MADE.hash);
    expect(await carry(100)).toEqual({ file: undefined, link: undefined, gone: true });
    expect(fits).toEqual([]);
  });
});
