import { describe, expect, it } from "vitest";
import type { Scope } from "../../../../src/core/account/policy/scope.ts";
import type { Named } from "../../../../src/core/chat/platform.ts";
import type { Batch, NewRequest } from "../../../../src/core/job/job-store.ts";
import { TooManyWaitingError } from "../../../../src/core/account/bounds.ts";
import { OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import { encodeConversation } from "../../../../src/core/chat/conversation.ts";
import { redoRequest } from "../../../../src/command/recovery/redo.ts";
import { FilesGoneError } from "../../../../src/worker/job-service.ts";
import { createCommandWorld, GENERAL, type CommandWorldOptions } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";

interface Around extends CommandWorldOptions {
  readonly batch?: Partial<Batch>;
  readonly requester?: Named | undefined;
  readonly where?: Scope | undefined;
  readonly rejects?: Error;
  readonly isOff?: true;
  readonly cannotLoad?: true;
}

const CHANNEL: Scope = { kind: "channel", id: encodeConversation(GENERAL) };

/** Retries two jobs of a batch of three. Resolves with the outcome, the new requests, and the acknowledgements. */
async function redone(around: Around = {}) {
  const world = createCommandWorld(around);
  const batch = aBatch({
    organisationId: "organisation-1",
    requesterId: "member",
    requestMessage: "m-7",
    conversation: GENERAL,
    request: aRequest({ prompt: "a fox", count: 3 }),
    ...around.batch,
  });
  world.know(batch, [aJob()]);
  const requests: NewRequest[] = [];
  const acknowledged: unknown[] = [];
  const accept = async (request: NewRequest): Promise<void> => {
    if (around.rejects) throw around.rejects;
    requests.push(request);
  };
  const requester = "requester" in around ? around.requester : { id: "member", name: "Max" };
  const item = { recoveryId: "r", batchId: batch.id, jobIds: ["one", "two"], confirmedAt: new Date(0) };
  const outcome = await redoRequest(item, {
    memberships: world.memberships,
    jobs: { ...world.jobs, accept },
    approvals: { ...world.approvals, askedIn: async () => ("where" in around ? around.where : CHANNEL) },
    listVideoModels: async () => undefined,
    prices: undefined,
    canLoad: async () => !around.cannotLoad,
    platformOf: () => (around.isOff ? undefined : { lookUp: async () => requester }),
    acknowledged: async (...heard) => void acknowledged.push(heard),
  });
  return { outcome, requests, acknowledged, batch };
}

describe("a request that an admin retries", () => {
  it("belongs to its member and conversation, covers the failed jobs, and is not held for approval", async () => {
    const rules = [{ scope: { kind: "organisation", id: "" } as const, settings: { approveCount: 1 } }];
    const { outcome, requests, acknowledged, batch } = await redone({ rules });
    expect(outcome).toBe("retried");
    const key = `recovery:r:${batch.id}`;
    expect(requests).toMatchObject([
      {
        eventKey: key,
        accountId: "account of member",
        requesterId: "member",
        requestMessage: "m-7",
        conversation: GENERAL,
        request: { prompt: "a fox", count: 2 },
        unit: "images",
      },
    ]);
    expect(requests[0]).not.toHaveProperty("held");
    expect(acknowledged).toEqual([["console", key, { kind: "heard" }]]);
  });

  it("goes to the member's direct messages if it was private, under the rules of the channel", async () => {
    const direct = { ...GENERAL, channel: "dm" };
    const { requests } = await redone({ batch: { conversation: direct } });
    expect(requests).toMatchObject([{ conversation: direct }]);
    expect(requests[0]?.scopes).toContain(`channel:${encodeConversation(GENERAL)}`);
  });

  it.each<[string, Around]>([
    ["left", { requester: undefined }],
    ["left", { requester: { id: "member", name: "Max", hasLeft: true } }],
    ["no_key", { hasKey: false }],
    ["failed", { claimed: false }],
    ["failed", { batch: { organisationId: "organisation-2" } }],
    ["barred", { paused: [{ scope: CHANNEL, by: "Ada" }] }],
    ["over_quota", { rejects: new OverQuotaError([]) }],
    ["too_many_waiting", { rejects: new TooManyWaitingError(1000) }],
    ["files_gone", { rejects: new FilesGoneError(["a.png"]) }],
    ["failed", { batch: { requesterId: "" } }],
    ["failed", { isOff: true }],
    ["failed", { where: undefined }],
  ])("is left out as %s: %j", async (expected, around) => {
    const { outcome, requests, acknowledged } = await redone(around);
    expect([outcome, requests, acknowledged]).toEqual([expected, [], []]);
  });

  it("is left out if the gateway can't load a clip's files", async () => {
    const request = {
      kind: "video",
      model: "gamma3.0-video-480p",
      prompt: "a fox",
      seconds: 5,
      billedSeconds: 5,
    } as const;
    const clip: Partial<Batch> = { service: "video", request: { ...request, references: [] } };
    expect((await redone({ batch: clip, cannotLoad: true })).outcome).toBe("files_gone");
    expect((await redone({ batch: clip })).requests).toMatchObject([{ request: { seconds: 5 }, unit: "seconds" }]);
  });

  it("is tried again after other errors", async () => {
    const broken = new Error("broken");
    await expect(redone({ rejects: broken })).rejects.toBe(broken);
  });
});
