import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PolicySettings } from "../../../src/core/account/policy/policy.ts";
import { placeScope } from "../../../src/core/account/policy/scope.ts";
import { en } from "../../../src/text/en/index.ts";
import { aCommand, aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";

const here = placeScope(GENERAL, false);

/** A channel with these rules. */
function setUp(settings: PolicySettings, options: Parameters<typeof setUpDispatch>[0] = {}) {
  return setUpDispatch({ ...options, rules: [{ scope: here, settings }] });
}

describe("a channel's rules", () => {
  it("refuse a request, naming what was given, what is allowed and whose rule it is; nothing is stored", async () => {
    const { world, send, said } = setUp({ models: ["provider-b/*"], maxCount: 2 });
    await send(aText("/imagine a fox --model image-2 --count 3"));
    expect(said()).toContain("`provider-a/image-2` isn't allowed for this channel");
    expect(said()).toContain("`provider-b/flash-image-3.1`, `provider-b/pro-image-3`");
    expect(said()).toContain("`count` can't be 3. Allowed for this channel: at most 2 at once.");
    expect(said()).toContain(en.problem.nothingSpent);
    expect(world.requests).toEqual([]);
  });

  it.each([
    ["/imagine a fox --size 99K", "`size` can't be “99K”"],
    ["/video a fox --seconds 999", "`seconds` can't be “999”"],
  ])("forbid a model at once with other problems of %s", async (text, problem) => {
    const { send, said } = setUp({ models: ["nothing-like-it"] });
    await send(aText(text));
    expect(said()).toContain("isn't allowed for this channel. No model of this kind is allowed here");
    expect(said()).toContain(problem);
  });

  it("don't forbid a model that doesn't exist", async () => {
    const { send, said } = setUp({ models: ["nothing-like-it"] });
    await send(aText("/video a fox --model image-2 --seconds 999"));
    expect(said()).not.toContain("isn't allowed for this channel");
  });

  it("decide the default model and billed seconds", async () => {
    const { world, send } = setUp({ models: ["pro-image-3", "gamma3.0-video-480p"], maxSeconds: 4 });
    await send(aText("/imagine a fox"));
    await send(aText("/video a fox"));
    expect(world.requests.map(({ request }) => request)).toMatchObject([
      { model: "provider-b/pro-image-3" },
      { model: "gamma3.0-video-480p", seconds: 4 },
    ]);
  });

  it("count a clip's reference videos", async () => {
    const { send, said } = setUp({ maxSeconds: 5 });
    const clip = { source: "s", name: "a.mp4", mimeType: "video/mp4", bytes: 1 };
    await send(aText("/video a fox --seconds 5", { attachments: [clip] }));
    expect(said()).toContain("billed as 7 s (5 s for the clip, 2 s for its reference videos)");
    expect(said()).toContain("Allowed for this channel: at most 5 s.");
  });

  it("apply to repeated and changed requests", async () => {
    const { world, send, said, responder } = setUp({ blockedWords: ["fox"] });
    const batch = aBatch({ request: aRequest({ prompt: "a red fox" }) });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`again:${batch.id}`));
    expect(said()).toContain("`prompt` contains “fox”, which isn't allowed for this channel");
    await send({
      kind: "form",
      key: randomUUID(),
      conversation: GENERAL,
      actor: MAX,
      form: `change:${batch.id}`,
      values: { prompt: "a fox again" },
      attachments: [],
    });
    expect(responder.problems).toMatchObject([{ field: "prompt" }]);
    expect(world.requests).toEqual([]);
  });

  it("are shown at the fields of a form", async () => {
    const { responder, send } = setUp({ maxCount: 2, maxSeconds: 5 });
    const form = { kind: "form", key: randomUUID(), conversation: GENERAL, actor: MAX, attachments: [] } as const;
    await send({ ...form, form: "command:imagine", values: { prompt: "a fox", count: "3" } });
    await send({ ...form, form: "command:video", values: { prompt: "a fox", seconds: "8" } });
    expect(responder.problems.map(({ field }) => field)).toEqual(["count", "seconds"]);
  });

  it("limit forms to what is allowed, with the cost", async () => {
    const { responder, send } = setUp({ models: ["pro-*", "gamma3.0-video-480p"], maxCount: 2, maxSeconds: 5 });
    await send(aCommand("imagine", {}));
    await send(aCommand("video", {}));
    const fields = responder.forms.map((form) => new Map(form.fields.map((field) => [field.name, field])));
    expect(fields[0]?.get("model")).toMatchObject({
      value: "provider-b/pro-image-3",
      choices: [{ value: "provider-b/pro-image-3" }],
    });
    expect(fields[0]?.get("count")).toMatchObject({
      choices: [{ value: "1" }, { value: "2" }],
      hint: en.costHint.count(2),
    });
    expect(fields[1]?.get("model")).toMatchObject({ value: "gamma3.0-video-480p" });
    expect(fields[1]?.get("seconds")).toMatchObject({ hint: en.costHint.seconds(5) });
    const seconds = fields[1]?.get("seconds");
    expect(seconds?.type === "choice" && seconds.choices.every(({ value }) => Number(value) <= 5)).toBe(true);
  });

  it("limit suggestions to what is allowed", async () => {
    const { suggest } = setUp({ models: ["pro-*"], maxCount: 2 });
    const query = { conversation: GENERAL, actor: MAX, command: "imagine", typed: "", options: {} };
    const values = async (option: string) => (await suggest({ ...query, option })).map(({ value }) => value);
    expect(await values("model")).toEqual(["provider-b/pro-image-3"]);
    expect(await values("count")).toEqual(["1", "2"]);
  });

  it("keep forbidden models out of refusals", async () => {
    const { send, said } = setUp({ models: ["pro-*"] });
    await send(aText("/imagine a fox --quality high"));
    expect(said()).toContain("`provider-b/pro-image-3` doesn't support `quality` (“high”). Leave it out.");
    await send(aText("/imagine a fox --model imagge-2"));
    expect(said()).toContain("there is no model “imagge-2”. Allowed: `provider-b/pro-image-3`.");
  });

  it("are explained if no model is left", async () => {
    const { send, said, responder } = setUp({ models: ["nothing-like-it"] });
    await send(aText("/imagine a fox"));
    expect(said()).toContain("No model of this kind is allowed here");
    await send(aCommand("video", {}));
    expect(said()).toContain(en.noModel("video"));
    expect(responder.forms).toEqual([]);
  });

  it("name the person who paused it", async () => {
    const { send, said } = setUpDispatch({ paused: [{ scope: here, by: "Ada *the* first" }] });
    await send(aText("/imagine a fox"));
    expect(said()).toContain("Easel is paused for this channel: Ada \\*the\\* first paused it");
  });

  it("refuse a member before touching any of their files", async () => {
    const { world, send, said } = setUp({ access: ["group:designers"] });
    await send(aText("/imagine a fox --model nonsense"));
    await send(aText("/imagine a fox"));
    expect(said()).toContain("Only some people may use Easel in this channel");
    expect(world.requests).toEqual([]);
  });
});
