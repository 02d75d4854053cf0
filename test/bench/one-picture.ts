import { randomUUID } from "node:crypto";
import type { NewBatch } from "../../src/core/job/job-store.ts";
import type { ImageRequest } from "../../src/core/request/image/image.ts";

/** The request of the benches that need no gateway. */
export const ONE_PICTURE: ImageRequest = {
  kind: "image",
  model: "provider-a/image-2",
  prompt: "a fox",
  count: 1,
  references: [],
};

/** A new batch of one picture, for this member in this place. */
export function onePicture(of: Pick<NewBatch, "organisationId" | "accountId" | "conversation" | "scopes">): NewBatch {
  const [id, job] = [randomUUID(), randomUUID()];
  return {
    ...of,
    id,
    eventKey: id,
    requesterId: "member",
    requesterName: "Max",
    locale: "en",
    requestMessage: undefined,
    parent: undefined,
    service: "image",
    request: ONE_PICTURE,
    sandbox: true,
    workerId: undefined,
    atOnce: 5,
    mostWaiting: 1_000_000,
    ownKeys: true,
    cost: 1,
    unit: "images",
    jobs: [{ id: job, ordinal: 1, path: "/p", body: "{}", idempotencyKey: job }],
  };
}
