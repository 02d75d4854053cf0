import { Readable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import {
  fetchArtifact,
  type FetchContext,
  type FetchedJob,
} from "../../../../src/worker/delivery/result/fetch-artifact.ts";
import type { ArtifactContent } from "../../../../src/core/delivery/delivery-store.ts";
import type { JobFailure } from "../../../../src/core/job/failure.ts";
import type { FetchOutcome, RemoteArtifact } from "../../../../src/core/job/remote.ts";
import { ArtifactError } from "../../../../src/media/artifact-error.ts";
import { createDeliveryWorld } from "../../../support/database/memory-delivery.ts";
import { createSteppedClock } from "../../../support/fault/stepped-clock.ts";

const CONTENT: ArtifactContent = { hash: "b".repeat(64), bytes: 5, mimeType: "image/png", width: 8, height: 8 };
const remote = { baseUrl: "http://gateway.test", apiKey: "k", remoteId: "r" };
const unanswered: FetchOutcome = { kind: "unanswered", reason: "HTTP 503", retryAfterMs: undefined };

function artifact(requestId?: string): FetchOutcome {
  return { kind: "artifact", mimeType: "image/png", body: Readable.from(["x"]), usage: undefined, requestId };
}

/** Fetches from a gateway and an intake that do these things, one a try; the last one repeats. */
async function fetchFrom(
  outcomes: readonly (() => FetchOutcome)[],
  taken: readonly (() => ArtifactContent)[] = [() => CONTENT],
  changes: Partial<FetchedJob> = {},
) {
  const clock = createSteppedClock();
  const startedAt = clock.now();
  const asked: RemoteArtifact[] = [];
  let [content, failure]: [ArtifactContent?, JobFailure?] = [];
  let intakes = 0;
  const handled: boolean[] = [];
  const elsewhere = (): never => expect.unreachable("no part of these tests");
  const context: FetchContext = {
    service: {
      create: elsewhere,
      look: elsewhere,
      fetchArtifact: async (wanted) => {
        asked.push(wanted);
        return (outcomes[asked.length - 1] ?? outcomes.at(-1) ?? elsewhere)();
      },
    },
    artifacts: { take: async () => (taken[intakes++] ?? taken.at(-1) ?? elsewhere)() },
    store: {
      ...createDeliveryWorld({ now: clock.now }).store,
      artifactFetched: async (_jobId, fetched) => void (content = fetched),
      artifactLost: async (_jobId, why) => void (failure = why),
    },
    clock,
    random: () => 0.5,
    log: pino({ level: "silent" }),
    pause: (ms) => clock.sleep(ms),
    noteHandling: async (isHandled) => void handled.push(isHandled),
  };
  const job: FetchedJob = {
    id: "job",
    batchId: "batch",
    service: "image",
    remote,
    endedAt: clock.now(),
    requestId: undefined,
    ...changes,
  };
  await clock.finish(fetchArtifact(job, context, new AbortController().signal));
  return { content, failure, asked, handled, ms: clock.now() - startedAt };
}

/** The error to throw at each try. */
const throwing = (error: Error) => () => {
  throw error;
};

describe("an artifact", () => {
  it("is stored as received", async () => {
    const { content, failure, asked } = await fetchFrom([() => artifact()]);
    expect([content, failure, asked]).toEqual([CONTENT, undefined, [{ ...remote, cuts: 0, inline: false }]]);
  });

  it("is noted as handled only while its bytes arrive", async () => {
    const waiting = await fetchFrom([() => unanswered, () => unanswered, () => artifact()]);
    expect(waiting.handled).toEqual([true]);
    const cut = await fetchFrom([() => artifact()], [throwing(new Error("cut")), () => CONTENT]);
    expect(cut.handled).toEqual([true, false, true]);
  });

  it("that is unavailable is fetched again for 72 hours", async () => {
    const { failure, ms, asked } = await fetchFrom([() => unanswered]);
    expect(failure).toEqual({ reason: "unretrievable" });
    expect(ms).toBeGreaterThan(72 * 3_600_000);
    expect(asked.every(({ cuts, inline }) => cuts === 0 && inline === false)).toBe(true);
  });

  it("that breaks off in transit is fetched again for 72 hours", async () => {
    const { failure, ms, asked } = await fetchFrom([() => artifact()], [throwing(new Error("reset"))]);
    expect(failure).toEqual({ reason: "unretrievable" });
    expect(ms).toBeGreaterThan(72 * 3_600_000);
    expect(asked.slice(0, 4).map(({ cuts }) => cuts)).toEqual([0, 1, 2, 3]);
  });
});

describe("an artifact that is not usable", () => {
  it("ends as a failure with the request's id after four tries, within half a minute", async () => {
    const wrong = new ArtifactError("wrong_type", { found: "HTML" });
    const { content, failure, asked, ms } = await fetchFrom([() => artifact("req-7")], [throwing(wrong)]);
    expect(content).toBeUndefined();
    expect(failure).toEqual({ reason: "unusable", flaw: "wrong_type", found: "HTML", requestId: "req-7" });
    expect(asked).toHaveLength(4);
    expect(ms).toBeLessThan(30_000);
  });

  it.each(["too_large", "redirected", "empty", "bad_address"] as const)(
    "by its answer (%s) ends in the same way",
    async (flaw) => {
      const outcome: FetchOutcome = { kind: "unusable", flaw, found: undefined, requestId: "req-8" };
      const { failure, asked } = await fetchFrom([() => outcome]);
      expect(failure).toEqual({ reason: "unusable", flaw, requestId: "req-8" });
      expect(asked).toHaveLength(4);
    },
  );

  it("quotes the request of its create if the answer has no id", async () => {
    const damaged = throwing(new ArtifactError("damaged"));
    const { failure } = await fetchFrom([() => artifact()], [damaged], { requestId: "req-create" });
    expect(failure).toEqual({ reason: "unusable", flaw: "damaged", requestId: "req-create" });
  });

  it("is then requested from the other source, and kept if that delivers it", async () => {
    const wrong = throwing(new ArtifactError("wrong_type"));
    const { content, failure, asked } = await fetchFrom([() => artifact()], [wrong, () => CONTENT]);
    expect([content, failure]).toEqual([CONTENT, undefined]);
    expect(asked).toMatchObject([{ inline: false }, { inline: true }]);
  });

  it("is not counted together with temporary faults", async () => {
    const wrong = throwing(new ArtifactError("wrong_type"));
    const reset = throwing(new Error("reset"));
    const takes = [wrong, reset, reset, reset, reset, reset, wrong, () => CONTENT];
    expect((await fetchFrom([() => artifact()], takes)).content).toEqual(CONTENT);
  });
});
