import { describe, expect, it } from "vitest";
import { viewTexts, type Message } from "../../../../src/core/chat/message.ts";
import type { Post } from "../../../../src/core/delivery/delivery-store.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { ADA, aPress, aText, GENERAL, MAX } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const say = en.jobs;
const EVE = { ...MAX, userId: "eve", displayName: "Eve" };
const accountId = "account of member";

/** `/jobs` with this many requests of a member. */
function withRequests(count: number) {
  const here = setUpDispatch();
  const batches = Array.from({ length: count }, (_, index) =>
    aBatch({ accountId, request: aRequest({ prompt: `a fox, number ${index + 1}` }) }),
  );
  for (const batch of batches) here.world.know(batch, [aJob({ state: "running" })]);
  const shown = (): Message => here.responder.closings.at(-1) ?? here.responder.answers.at(-1) ?? { text: "" };
  return { ...here, batches, shown, prompts: () => viewTexts(shown()).match(/number \d+/g) ?? [] };
}

/** A request whose result its channel refused; `direct`: how its requester got it. */
function refusedBatch(world: ReturnType<typeof setUpDispatch>["world"], direct: Partial<Post> | undefined) {
  const batch = aBatch({ accountId, request: aRequest({ prompt: "a fox" }) });
  const job = aJob({ state: "succeeded" });
  const content = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };
  const none = { failure: undefined, succeededAt: batch.createdAt };
  const refused: Post[] = [
    { kind: "notice", state: "folded", messageId: "m-word", awaited: [] },
    { kind: "result", state: "undeliverable", messageId: undefined, awaited: [], failure: "forbidden" },
    { kind: "direct", state: "undeliverable", messageId: undefined, awaited: [], failure: "closed", ...direct },
  ];
  let asked = 0;
  world.know(batch, [job], {
    artifacts: [{ jobId: job.id, state: "fetched", content, post: "result", ...none }],
    refused,
    deliver: async () => {
      asked++;
      const isLeft = refused[1]?.state === "undeliverable";
      refused.splice(1, 2, { kind: "result", state: "posted", messageId: "m-late", awaited: [] });
      return isLeft ? "accepted" : "known";
    },
  });
  return { batch, asked: () => asked };
}

describe("the list of requests", () => {
  it("has pages, which replace each other, and can be refreshed", async () => {
    const { send, shown, prompts, responder } = withRequests(12);
    await send(aText("/jobs"));
    expect(prompts()).toEqual(["number 1", "number 2", "number 3", "number 4", "number 5"]);
    expect(shown().buttons).toMatchObject([
      { label: say.older, id: "jobs:list:own:1" },
      { label: say.refresh, id: "jobs:list:own:0" },
    ]);
    await send(aPress("jobs:list:own:2"));
    expect(prompts()).toEqual(["number 11", "number 12"]);
    expect(shown().text).toBe(say.page(say.titles.own, 3));
    expect(shown().buttons?.map(({ label }) => label)).toEqual([say.newer, say.refresh]);
    await send(aPress("jobs:list:own:9"));
    expect(prompts()).toEqual(["number 11", "number 12"]);
    expect(responder.answers).toHaveLength(1);
  });

  it("shows at most fifty requests", async () => {
    const { send, shown, prompts } = withRequests(60);
    await send(aText("/jobs"));
    await send(aPress("jobs:list:own:99"));
    expect(prompts().at(-1)).toBe("number 50");
    expect(shown().buttons?.map(({ label }) => label)).toEqual([say.newer, say.refresh]);
  });

  it("can be limited to the member's own unfinished requests", async () => {
    const { send, world, shown, prompts } = withRequests(2);
    for (const [index, state] of (["succeeded", "held", "failed"] as const).entries()) {
      const batch = aBatch({ accountId, request: aRequest({ prompt: `a fox, number ${index + 3}` }) });
      world.know(batch, [aJob({ state })]);
    }
    await send(aText("/jobs --scope running"));
    expect(prompts()).toEqual(["number 1", "number 2", "number 4"]);
    expect(shown().text).toBe(say.titles.running);
    expect(shown().menus?.[0]?.choices.find(({ isChosen }) => isChosen)?.label).toBe(say.scopes.running);
  });

  it("of stars contains only the member's own in direct messages", async () => {
    const { send, shown, batches } = withRequests(1);
    await send(aPress(`star:${batches[0]?.id ?? ""}`));
    await send(aText("/jobs --scope starred"));
    expect(shown().text).toBe(say.titles.starred);
    await send(aText("/jobs --scope starred", { isDirect: true }));
    expect(shown().text).toBe(say.ownStars);
  });

  it("says so if none of the member's own requests is unfinished", async () => {
    const { send, world, shown } = withRequests(0);
    world.know(aBatch({ accountId }), [aJob({ state: "succeeded" })]);
    await send(aText("/jobs --scope running"));
    expect(shown()).toMatchObject({ text: say.noneRunning, sections: [] });
  });

  it("links to the result, or else to the notice", async () => {
    const { send, world, shown } = withRequests(0);
    const request = aRequest({ prompt: "a fox" });
    const [done, running, held] = [1, 2, 3].map(() => aBatch({ accountId, request }));
    if (!done || !running || !held) throw new Error("no requests");
    world.know(done, [aJob({ state: "succeeded" })], { posts: { notice: "m-1", result: "m-2" } });
    world.know(running, [aJob({ state: "running" })], { posts: { notice: "m-3" } });
    world.know(held, [aJob({ state: "held" })]);
    const elsewhere = { ...GENERAL, platform: "discord" } as const;
    world.know(aBatch({ accountId, request, conversation: elsewhere }), [aJob({ state: "succeeded" })], {
      posts: { result: "m-4" },
    });
    await send(aText("/jobs"));
    const links = shown().sections?.map(({ link }) => link);
    expect(links).toEqual([
      { label: say.jump, url: "https://chat.test/general/m-2" },
      { label: say.jump, url: "https://chat.test/general/m-3" },
      undefined,
      undefined,
    ]);
  });

  it("links a requester to the direct message, and others to the notice about it", async () => {
    const { send, world, shown } = withRequests(0);
    const conversation = { ...GENERAL, channel: "direct" };
    refusedBatch(world, { state: "posted", messageId: "m-direct", conversation });
    await send(aText("/jobs"));
    expect(shown().sections?.[0]).toMatchObject({
      text: expect.stringContaining(say.done(1, 1, 0)),
      link: { url: "https://chat.test/direct/m-direct" },
      thumbnail: { posted: { message: { conversation, id: "m-direct" }, place: 0, of: 1 } },
    });
    await send(aText("/jobs --scope channel", { actor: ADA }));
    expect(shown().sections?.[0]).toMatchObject({ link: { url: "https://chat.test/general/m-word" } });
    expect(shown().sections?.[0]).not.toHaveProperty("thumbnail");
  });

  it("says that a result was made and not delivered, and posts it again for its requester and admins", async () => {
    const { send, world, shown, said } = withRequests(0);
    const { batch, asked } = refusedBatch(world, undefined);
    await send(aText("/jobs"));
    expect(shown().sections?.[0]).toMatchObject({
      text: expect.stringContaining(say.notDelivered(1, 1)),
      link: { url: "https://chat.test/general/m-word" },
    });
    const id = `jobs:deliver:channel:${batch.id}`;
    await send(aPress(`jobs:show:channel:${batch.id}`, { actor: EVE }));
    expect(shown().buttons).toBeUndefined();
    for (const press of [id, `deliver:${batch.id}`]) await send(aPress(press, { actor: EVE }));
    expect(said().split("\n").slice(-2)).toEqual([en.delivery.notYours, en.delivery.notYours]);
    await send(aPress(`jobs:show:channel:${batch.id}`, { actor: ADA }));
    expect(shown().buttons).toEqual([{ id, label: en.delivery.again, style: "primary" }]);
    expect(asked()).toBe(0);
    await send(aPress(`deliver:${batch.id}`));
    expect(shown().text).toBe(en.delivery.posted);
    await send(aPress(`deliver:${batch.id}`));
    expect(shown().text).toBe(en.delivery.nothing);
    await send(aPress(`jobs:show:channel:${batch.id}`, { actor: ADA }));
    expect(shown().buttons).toBeUndefined();
  });

  it("shows and cancels a request with its buttons", async () => {
    const { send, shown, said, world, batches } = withRequests(1);
    await send(aText("/jobs"));
    const [show, cancel] = shown().sections?.[0]?.buttons ?? [];
    await send(aPress(show?.id ?? ""));
    expect(said()).toContain("Prompt: a fox, number 1");
    await send(aPress(cancel?.id ?? ""));
    expect(world.cancelled).toEqual([batches[0]?.id]);
  });

  it("shows a request that its reader's linked account made on another platform", async () => {
    const { send, world, said, shown } = withRequests(0);
    const conversation = { ...GENERAL, platform: "discord", workspace: "there" } as const;
    const request = aRequest({ prompt: "a fox made elsewhere" });
    world.know(aBatch({ accountId, requesterId: "someone there", conversation, request }), [
      aJob({ state: "succeeded" }),
    ]);
    await send(aText("/jobs"));
    await send(aPress(shown().sections?.[0]?.buttons?.[0]?.id ?? ""));
    expect(said()).toContain("Prompt: a fox made elsewhere");
  });

  it("offers the whole workspace to admins only, with actions that reach other channels", async () => {
    const { send, world, said, shown } = withRequests(0);
    const conversation = { ...GENERAL, channel: "studio" };
    const far = aBatch({ accountId, conversation, request: aRequest({ prompt: "a far fox" }) });
    world.know(far, [aJob({ state: "running" })]);
    await send(aText("/jobs --scope channel"));
    await send(aPress("jobs:list:all:0"));
    for (const act of ["show", "cancel"])
      await send(aPress(`jobs:${act}:all:${far.id}`, { actor: { ...MAX, userId: "x" } }));
    expect(
      said()
        .split("\n")
        .filter((line) => line === en.adminsOnly),
    ).toHaveLength(3);
    await send(aText("/jobs", { actor: ADA }));
    await send(aPress("jobs:list:all:0", { actor: ADA }));
    expect(viewTexts(shown())).toContain("a far fox");
    expect(shown().menus?.[0]?.choices.map(({ label }) => label)).toEqual(Object.values(say.scopes));
    await send(aPress(`jobs:show:all:${far.id}`, { actor: ADA }));
    expect(said()).toContain("Prompt: a far fox");
    await send(aPress(`jobs:cancel:all:${far.id}`, { actor: ADA }));
    expect(world.cancelled).toEqual([far.id]);
  });

  it("does not show another channel's request to a member who knows its id", async () => {
    const { send, world, said } = setUpDispatch();
    const conversation = { ...GENERAL, channel: "studio" };
    const far = aBatch({ accountId: "account of admin", requesterId: "admin", conversation });
    world.know(far, [aJob({ state: "running" })]);
    for (const act of ["show", "cancel"]) {
      for (const scope of ["own", "channel"]) await send(aPress(`jobs:${act}:${scope}:${far.id}`));
    }
    expect(new Set(said().split("\n"))).toEqual(new Set([en.gone]));
    expect(world.cancelled).toEqual([]);
  });

  it("is in its reader's language", async () => {
    const { send, shown } = withRequests(1);
    await send(aText("/jobs", { actor: { ...MAX, locale: "zh-CN" } }));
    expect(shown().text).toBe(zhCN.jobs.titles.own);
    expect(shown().sections?.[0]?.buttons?.map(({ label }) => label)).toEqual([zhCN.jobs.show, zhCN.notice.cancel]);
  });
});
