import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createKeyRefusals } from "../../../src/worker/key-refusals.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import type { CreateOutcome } from "../../../src/core/job/remote.ts";
import { SPENT_KEY_REST_MS } from "../../../src/lib/limits.ts";

type Refused = Extract<CreateOutcome, { kind: "refused" }>;

const JOB = { id: "j-1", batchId: "b-1", credentialId: "key-1", service: "video" };

/** The effect on the key when the gateway refuses a create with this code, and whether the job is retried. */
async function afterRefusal(code: string, job: Partial<typeof JOB> = JOB, isAnotherFresh = true) {
  const done: unknown[] = [];
  const logged: string[] = [];
  const react = createKeyRefusals({
    credentials: {
      async hasFreshCredential(jobId) {
        done.push(["any other for", jobId]);
        return isAnotherFresh;
      },
    },
    keys: {
      refused: async (...args) => void done.push(["refused", ...args]),
      spent: async (...args) => void done.push(["spent", ...args]),
    },
    refusedText,
    log: pino({ level: "error" }, { write: (line: string) => void logged.push(line) }),
  });
  const fault = { status: 401, code, type: undefined, message: undefined, param: undefined, requestId: undefined };
  const outcome: Refused = { kind: "refused", fault, later: false, retryAfterMs: undefined };
  const { retry } = await react(job as Job, outcome);
  return { retry, done, logged };
}

const refusedText = (): string => "refused";

describe("a create that the gateway refused", () => {
  it("stops using a rejected key, and notifies admins", async () => {
    const { done, logged } = await afterRefusal("invalid_api_key");
    expect(done).toEqual([
      ["refused", "key-1", "video", "b-1", refusedText],
      ["any other for", "j-1"],
    ]);
    expect(JSON.parse(logged.join())).toMatchObject({
      credential: "key-1",
      about: "invalid",
      code: "invalid_api_key",
      msg: "key no longer used: the gateway refused it",
    });
  });

  it("lets a key without balance rest", async () => {
    const { done } = await afterRefusal("insufficient_balance");
    expect(done).toEqual([
      ["spent", "key-1", SPENT_KEY_REST_MS],
      ["any other for", "j-1"],
    ]);
  });

  it.each([true, false])("returns to waiting only if another key may serve it: %s", async (isAnotherFresh) => {
    expect((await afterRefusal("invalid_api_key", JOB, isAnotherFresh)).retry).toBe(isAnotherFresh);
  });

  it.each<[string, string, Partial<typeof JOB>]>([
    ["about the request", "invalid_model", JOB],
    ["for a job without a key", "invalid_api_key", { id: "j-1", batchId: "b-1" }],
  ])("%s says nothing about a key", async (_what, code, job) => {
    expect(await afterRefusal(code, job)).toEqual({ retry: false, done: [], logged: [] });
  });
});
