import { describe, expect, it } from "vitest";
import type { Attachment, Target } from "../../../src/core/chat/event.ts";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { ArtifactContent } from "../../../src/core/delivery/delivery-store.ts";
import { en } from "../../../src/text/en/index.ts";
import { ADA, aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../support/database/jobs.ts";

const CONTENT: ArtifactContent = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };
const THREAD = { ...GENERAL, thread: "m-root" };

/** A batch with its pictures, and a record of the files that commands received. */
function setUp(count = 1, changes: Partial<Parameters<typeof aBatch>[0]> = {}, posts: Record<string, string> = {}) {
  const noted: Record<string, string> = { notice: "m-notice", result: "m-result", ...posts };
  const made = setUpDispatch({
    whileWaiting() {
      if (noted["later"] !== undefined) noted["result"] = noted["later"];
    },
  });
  const batch = aBatch({ request: aRequest({ prompt: "a red fox", count }), count, ...changes });
  const jobs = Array.from({ length: count }, (_, index) => aJob({ ordinal: index + 1, state: "succeeded" }));
  const artifacts = jobs.map((job) => ({
    jobId: job.id,
    state: "fetched" as const,
    content: CONTENT,
    failure: undefined,
    post: "result",
    succeededAt: EPOCH,
  }));
  made.world.know(batch, jobs, { artifacts, posts: noted });
  return { ...made, batch };
}

function targetOf(id: string, changes: Partial<Target> = {}): Target {
  return { message: { conversation: GENERAL, id }, attachments: [], own: true, complete: true, ...changes };
}

const photo: Attachment = { source: "p", name: "photo.jpg", mimeType: "image/jpeg", bytes: 5 };

describe("a reply", () => {
  it("to a result continues from it, and stores the parent", async () => {
    const { world, send, batch } = setUp();
    await send(aText("make it blue --size 2K", { target: targetOf("m-result") }));
    expect(world.requests).toMatchObject([
      { request: { prompt: "make it blue", size: "2K" }, parent: { batchId: batch.id, ordinals: [1] } },
    ]);
  });

  it("to a result works before its message id is stored", async () => {
    const { world, send } = setUp(1, {}, { later: "m-just-posted" });
    await send(aText("make it blue", { target: targetOf("m-just-posted") }));
    expect(world.requests).toMatchObject([{ request: { prompt: "make it blue" } }]);
  });

  it("to a notice says to wait, and to another of Easel's messages that there is nothing in it", async () => {
    const { world, send, responder } = setUp();
    await send(aText("faster", { target: targetOf("m-notice") }));
    await send(aText("faster", { target: targetOf("m-help") }));
    expect(responder.answers.map((message) => message.text)).toEqual([en.reply.notYet, en.reply.notKnown]);
    expect(world.requests).toEqual([]);
  });

  it("in another channel finds nothing from this one", async () => {
    const { world, send, said } = setUp();
    const conversation = { ...GENERAL, channel: "secret" };
    const message: MessageRef = { conversation, id: "m-result" };
    await send(aText("make it blue", { conversation, target: targetOf("m-result", { message }) }));
    expect(said()).toBe(en.reply.notKnown);
    expect(world.requests).toEqual([]);
  });

  it("to the requesting message means its result", async () => {
    const { world, send, batch } = setUp(1, { requestMessage: "m-asked" });
    await send(aText("make it blue", { target: targetOf("m-asked", { own: false }) }));
    expect(world.requests[0]?.parent?.batchId).toBe(batch.id);
  });

  it("to a member's hidden files points to the menu, unless it brings files itself", async () => {
    const { world, send, said } = setUp();
    const target = targetOf("m-theirs", { own: false, complete: false });
    await send(aText("make it blue", { target }));
    expect(said()).toBe(en.reply.hidden);
    await send(aText("make it blue", { target, attachments: [photo] }));
    expect(world.requests).toHaveLength(1);
  });

  it("to a member's hidden picture never edits a result made from it, and makes nothing without it", async () => {
    const { world, send, responder } = setUp(1, { requestMessage: "m-theirs" });
    const target = targetOf("m-theirs", { own: false, complete: false });
    await send(aText("make it blue", { target }));
    await send(aText("/edit make it blue", { target }));
    await send(aText("/video it flies away", { target }));
    expect(responder.answers.map((message) => message.text)).toEqual(Array(3).fill(en.reply.hidden));
    expect(world.requests).toEqual([]);
  });

  it("to files that are neither pictures nor clips says so, and costs nothing", async () => {
    const { world, send, said } = setUp();
    const attachments = [{ source: "d", name: "plan.pdf", mimeType: "application/pdf", bytes: 5 }];
    await send(aText("make it blue", { target: targetOf("m-theirs", { own: false, attachments }) }));
    expect(said()).toBe(en.reply.nothingThere);
    expect(world.requests).toEqual([]);
  });

  it("with /imagine still makes a new picture", async () => {
    const { world, send } = setUp();
    await send(aText("/imagine a cat", { target: targetOf("m-result") }));
    expect(world.requests).toMatchObject([{ request: { prompt: "a cat" }, parent: undefined }]);
  });
});

describe("in a thread", () => {
  it("a message continues from the thread's newest result, else from its root message", async () => {
    const root = setUp(1, {}, { result: "m-root" });
    await root.send(aText("/edit make it blue", { conversation: THREAD }));
    expect(root.world.requests[0]?.parent?.batchId).toBe(root.batch.id);

    const newest = aBatch({ conversation: THREAD, request: aRequest({ prompt: "make it blue" }) });
    const job = aJob({ state: "succeeded" });
    const artifact = { jobId: job.id, state: "fetched" as const, content: CONTENT, failure: undefined };
    root.world.know(newest, [job], {
      artifacts: [{ ...artifact, post: "result", succeededAt: EPOCH }],
      posts: { result: "m-newest" },
    });
    await root.send(aText("now at night", { conversation: THREAD, target: targetOf("m-root") }));
    expect(root.world.requests[1]?.parent?.batchId).toBe(newest.id);
  });

  it("a reply means the message that it replies to", async () => {
    const { world, send, batch } = setUp();
    await send(aText("make it blue", { conversation: THREAD, target: targetOf("m-result") }));
    expect(world.requests[0]?.parent?.batchId).toBe(batch.id);
  });
});

describe("buttons on a result", () => {
  it("Delete is for the requester and admins", async () => {
    const { world, send, responder, batch } = setUp(1, { requesterId: "somebody" });
    await send(aPress(`delete:${batch.id}`, { actor: MAX }));
    expect(world.requestsOfBatches).toEqual([]);
    await send(aPress(`delete:${batch.id}`, { actor: ADA }));
    expect(world.requestsOfBatches).toEqual([`remove ${batch.id} results`]);
    expect(responder.answers.map((message) => message.text)).toEqual([en.delete.notYours, en.delete.done]);
  });

  it("Undo is for the edit's requester and admins", async () => {
    const picture = { kind: "image", hash: "h", mimeType: "image/png", name: "a.png", bytes: 1 } as const;
    const request = aRequest({ references: [picture] });
    const { world, send, responder, batch } = setUp(1, { requesterId: "somebody", request });
    await send(aPress(`undo:${batch.id}`, { actor: MAX }));
    expect(world.requestsOfBatches).toEqual([]);
    await send(aPress(`undo:${batch.id}`, { actor: ADA }));
    expect(world.requestsOfBatches).toEqual([`undo ${batch.id}`]);
    expect(responder.answers.map((message) => message.text)).toEqual([en.undo.notYours, en.undo.done]);
  });

  it("Undo works once, and only on edits", async () => {
    const picture = { kind: "image", hash: "h", mimeType: "image/png", name: "a.png", bytes: 1 } as const;
    const edit = setUp(1, { request: aRequest({ references: [picture] }) });
    await edit.send(aPress(`undo:${edit.batch.id}`));
    await edit.send(aPress(`undo:${edit.batch.id}`));
    expect(edit.responder.answers.map((message) => message.text)).toEqual([en.undo.done, en.undo.already]);
    const plain = setUp();
    await plain.send(aPress(`undo:${plain.batch.id}`));
    expect(plain.said()).toBe(en.undo.nothing);
  });

  it.each(["edit", "animate", "recipe", "delete", "undo", "change", "again", "twice"])(
    "%s of another channel is unknown here",
    async (act) => {
      const { send, said, world, batch, responder } = setUp(1, { requesterId: "somebody" });
      await send(aPress(`${act}:${batch.id}`, { conversation: { ...GENERAL, channel: "other" } }));
      expect(said()).toBe(en.gone);
      expect([world.requests, world.requestsOfBatches, responder.forms]).toEqual([[], [], []]);
    },
  );
});
