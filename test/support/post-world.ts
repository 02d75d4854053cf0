import { pino } from "pino";
import type { Capabilities } from "../../src/core/chat/platform.ts";
import { postFitted } from "../../src/worker/delivery/result/post-fitted.ts";
import type { PostState } from "../../src/core/delivery/delivery-store.ts";
import { asMade } from "./media/attachment-plan.ts";
import { failing } from "./media/reconciling.ts";
import { EPOCH } from "./database/jobs.ts";
import { createDeliveryWorld } from "./database/memory-delivery.ts";

/** The outcome of a post with one picture on a platform with these capabilities. */
export async function createPostWorld(
  capabilities: Partial<Capabilities>,
  failures: Error[] = [],
): Promise<{ limits: number[]; state: PostState | undefined; posted: number[] }> {
  const around = failing({ post: failures });
  const world = createDeliveryWorld({ now: () => EPOCH.getTime(), capabilities }, around);
  world.make(0, "fetched");
  const before = await world.store.view(world.batch.id);
  const view = before && (await world.store.intendPost(before, "result", [world.rows.jobs[0]?.id ?? ""]));
  const post = view?.posts.find(({ kind }) => kind === "result");
  if (!view || !post) throw new Error("nothing to post");
  const limits: number[] = [];
  const file = { name: "a.png", mimeType: "image/png", bytes: 10, description: "", open: () => Promise.reject() };
  await postFitted(
    view,
    post,
    (attachmentPlan) => ({
      text: "",
      files: [...attachmentPlan.values()].flatMap((carried) => (carried.file ? [file] : [])),
    }),
    {
      store: world.store,
      platform: world.platform,
      log: pino({ level: "silent" }),
      planAttachments: async (of, kind, { maxBytes }) => {
        limits.push(maxBytes);
        return maxBytes === 0 ? new Map() : asMade(of, kind);
      },
    },
    new AbortController().signal,
  );
  return {
    limits,
    state: world.rows.posts.find(({ kind }) => kind === "result")?.state,
    posted: world.messages.map(({ message }) => message.files?.length ?? 0),
  };
}
