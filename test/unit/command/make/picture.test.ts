import { describe, expect, it } from "vitest";
import { ORGANISATION_SCOPE } from "../../../../src/core/account/policy/scope.ts";
import { NoPriceError, OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import type { ArtifactContent } from "../../../../src/core/delivery/delivery-store.ts";
import type { JobService } from "../../../../src/worker/job-service.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { aPress, GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const content = (ordinal: number): ArtifactContent => ({
  hash: String(ordinal).repeat(64),
  bytes: 2 * 1024 * 1024,
  mimeType: "image/png",
  width: 1024,
  height: 768,
});

/** The address of the result's message. */
const POSTED = `https://chat.test/${GENERAL.channel}/m-result`;

/** A result with three pictures. The second never arrived. */
function setUp(options: CommandWorldOptions = {}, service: Partial<JobService> = {}) {
  const made = setUpDispatch(options, service);
  const request = aRequest({ prompt: "a red fox", size: "1K", count: 3 });
  const batch = aBatch({ request, count: 3, requesterId: MAX.userId });
  const jobs = [1, 2, 3].map((ordinal) => aJob({ ordinal, state: ordinal === 2 ? "failed" : "succeeded" }));
  const artifacts = jobs
    .filter(({ ordinal }) => ordinal !== 2)
    .map(({ id, ordinal }) => ({
      jobId: id,
      state: "fetched" as const,
      content: content(ordinal),
      failure: undefined,
      post: "result",
      succeededAt: EPOCH,
    }));
  made.world.know(batch, jobs, { artifacts, posts: { result: "m-result" } });
  const button = (act: string, number: number): string => `${act}:${batch.id}:${number}`;
  return { ...made, batch, button };
}

describe("one of several pictures", () => {
  it("is shown to the person who chose it, with what can be made from it", async () => {
    const { send, responder, button, batch } = setUp();
    await send(aPress(button("picture", 3)));
    const [message] = responder.answers;
    expect(message).toMatchObject({
      text: `${en.picture.title(3, 3)}\n${en.picture.originalIn(POSTED)}`,
      quote: "a red fox",
      footer: "provider-a/image-2 · 1K · 1024×768 · 2 MiB",
    });
    expect(message?.files).toMatchObject([
      {
        name: "a-red-fox-3.png",
        hash: content(3).hash,
        number: 3,
        posted: { message: { conversation: GENERAL, id: "m-result" }, place: 1, of: 2, mimeType: "image/png" },
      },
    ]);
    const say = en.result;
    expect(message?.buttons?.map(({ id, label }) => [id, label])).toEqual([
      [button("edit", 3), say.edit],
      [button("animate", 3), say.animate],
      [button("again", 3), say.againLike],
      [button("reference", 3), say.reference],
      [`recipe:${batch.id}`, say.recipe],
    ]);
  });

  it("links its original where people can open it, in the language of the person who chose it", async () => {
    const link = { url: "http://easel.test/results/1", expiresAt: Date.UTC(2026, 0, 8) };
    const { send, said, button } = setUp({ link, canServe: false });
    await send(aPress(button("picture", 1), { actor: { ...MAX, locale: "zh-CN" } }));
    const { title, original, result } = zhCN.picture;
    expect(said()).toBe([title(1, 3), original(link.url, "2026年1月8日"), result(POSTED)].join("\n"));
  });

  it("offers no clip if the gateway can't load it", async () => {
    const { send, responder, button } = setUp({ canServe: false });
    await send(aPress(button("picture", 1)));
    expect(responder.answers[0]?.buttons?.map(({ label }) => label)).not.toContain(en.result.animate);
  });

  it("can only be requested again if its file is no longer kept", async () => {
    const { send, responder, button, batch } = setUp({ keepsFiles: false });
    await send(aPress(button("picture", 1)));
    const [message] = responder.answers;
    const { title, result } = en.picture;
    expect(message?.text).toBe([title(1, 3), en.result.noLongerKept("image"), result(POSTED)].join("\n"));
    expect(message?.files ?? []).toEqual([]);
    expect(message?.buttons?.map(({ id }) => id)).toEqual([button("again", 1), `recipe:${batch.id}`]);
  });

  it.each([
    ["that never arrived", 2],
    ["that does not exist", 9],
  ])("%s is not shown", async (_what, number) => {
    const { send, said, responder, button } = setUp();
    await send(aPress(button("picture", number)));
    expect(said()).toBe(en.picture.gone);
    expect(responder.answers[0]?.files).toBeUndefined();
  });

  it("is no longer shown if its result was deleted", async () => {
    const { send, said, responder, button, batch } = setUp();
    await send(aPress(`delete:${batch.id}`));
    await send(aPress(button("picture", 1)));
    expect(said().split("\n")).toEqual([en.delete.done, en.picture.gone]);
    expect(responder.answers[1]?.files).toBeUndefined();
  });

  it("is unknown to people who can't reach its result", async () => {
    const { send, said, button } = setUp();
    const elsewhere = { ...GENERAL, channel: "another" };
    await send(aPress(button("picture", 1), { conversation: elsewhere, actor: { ...MAX, userId: "other" } }));
    expect(said()).toBe(en.gone);
  });

  it("is made again alone, as a reply to the result", async () => {
    const { world, send, button } = setUp();
    await send(aPress(button("again", 3), { message: { conversation: GENERAL, id: "m-private" } }));
    expect(world.requests).toMatchObject([
      { request: { prompt: "a red fox", size: "1K", count: 1 }, requestMessage: "m-result", cost: 1 },
    ]);
  });

  it("is named by every form that starts from it, and a new picture refers to it", async () => {
    const { world, send, responder, button, batch } = setUp();
    for (const act of ["edit", "animate", "reference"]) await send(aPress(button(act, 3)));
    const say = en.forms;
    expect(responder.forms.map(({ title, about }) => [title, about?.text, about?.picture?.place])).toEqual(
      [say.title.edit, say.title.animate, say.title.reference].map((title) => [
        title,
        say.about.one(3, "a red fox"),
        1,
      ]),
    );
    const key = crypto.randomUUID();
    const form = { kind: "form" as const, key, conversation: GENERAL, actor: MAX, attachments: [] };
    await send({ ...form, form: responder.forms[2]?.id ?? "", values: { prompt: "a fox in winter" } });
    expect(world.requests).toMatchObject([
      {
        request: { prompt: "a fox in winter", references: [{ hash: content(3).hash }] },
        parent: { batchId: batch.id, ordinals: [3] },
      },
    ]);
  });

  const quota = { scope: ORGANISATION_SCOPE, unit: "images", span: "day", amount: 10, granted: 0, used: 10 } as const;
  it.each([
    ["is over a quota", new OverQuotaError([{ ...quota, endsAt: EPOCH, timeZone: "UTC", asked: 1 }])],
    ["has no known price", new NoPriceError([{ ...quota, unit: "money:USD" }])],
  ])("leads to its result when a request made from it %s", async (_what, refusal) => {
    const { send, said, responder, button } = setUp({}, { accept: () => Promise.reject(refusal) });
    await send(aPress(button("reference", 3)));
    const key = crypto.randomUUID();
    const form = { kind: "form" as const, key, conversation: GENERAL, actor: MAX, attachments: [] };
    await send({ ...form, form: responder.forms[0]?.id ?? "", values: { prompt: "a fox in winter" } });
    expect(said()).toContain(en.picture.result(POSTED));
  });

  it("is chosen in the form if the result has several", async () => {
    const { send, responder, batch } = setUp();
    await send(aPress(`edit:${batch.id}`, { actor: { ...MAX, locale: "zh-CN" } }));
    expect(responder.forms[0]?.about).toEqual({ text: zhCN.forms.about.several(2, "a red fox") });
  });
});
