import { describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { ORGANISATION_SCOPE } from "../../../src/core/account/policy/scope.ts";
import { ADA, aCommand, aPress, aText, GENERAL, MAX, type CommandWorldOptions } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { aBatch, aJob } from "../../support/database/jobs.ts";

const LISTED = ["mystery-1", "sd2.5(9参考图)", "sd2.0(9-3-3)"];

const aClip = (model: string) => ({
  kind: "video" as const,
  model,
  prompt: "a fox",
  seconds: 5,
  references: [],
  billedSeconds: 5,
});

/** The values that a form's field offers. */
const valuesOf = (form: ReturnType<typeof setUpDispatch>["responder"]["forms"][number] | undefined, name: string) => {
  const field = form?.fields.find((one) => one.name === name);
  return field?.type === "choice" ? field.choices.map(({ value }) => value) : [];
};

describe("with the gateway's list", () => {
  it("a clip without a model uses the first documented model in it", async () => {
    const { world, send } = setUpDispatch({ listed: LISTED });
    await send(aText("/video a fox"));
    expect(world.requests.map(({ request }) => request.model)).toEqual(["sd2.5(9参考图)"]);
  });

  it("a clip with a reference video uses the first model that accepts videos", async () => {
    const listed = [...LISTED, "alpha-h3(933/4-15秒/768p)"];
    const { world, send } = setUpDispatch({ listed }, {}, undefined, { canLoad: async () => true });
    const clip = { source: "s", name: "a.mp4", mimeType: "video/mp4", bytes: 1 };
    await send(aText("/video a fox", { attachments: [clip] }));
    expect(world.requests).toMatchObject([
      { request: { model: "sd2.0(9-3-3)", references: [{ kind: "video", name: "a.mp4" }] } },
    ]);
  });

  it("a documented model that is not in it is refused, naming those that are", async () => {
    const { world, send, said } = setUpDispatch({ listed: LISTED });
    await send(aText("/video a fox --model gamma3.0-video-720p"));
    expect(said()).toContain("the gateway's list has no `gamma3.0-video-720p`");
    expect(said()).toContain("Allowed: `sd2.5(9参考图)`, `sd2.0(9-3-3)`, `mystery-1`.");
    expect(world.requests).toEqual([]);
  });

  it.each(["again", "twice"])("the button %s does not resend a model that is no longer in it", async (act) => {
    const { world, send, said } = setUpDispatch({ listed: LISTED });
    const batch = aBatch({ service: "video", request: aClip("gamma3.0-video-720p") });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`${act}:${batch.id}`));
    expect(said()).toContain("the gateway's list has no `gamma3.0-video-720p`");
    expect(world.requests).toEqual([]);
  });

  it("suggestions, forms and refusals name only its models", async () => {
    const { send, said, responder, suggest } = setUpDispatch({ listed: LISTED });
    const query = { conversation: GENERAL, actor: MAX, typed: "", options: {} };
    const suggested = await suggest({ ...query, command: "video", option: "model" });
    expect(suggested.map(({ value }) => value)).toEqual(["sd2.5(9参考图)", "sd2.0(9-3-3)", "mystery-1"]);
    const admin = { ...query, actor: ADA, command: "easel-admin channel defaults", option: "video_model" };
    expect((await suggest(admin)).map(({ value }) => value)).toEqual([...LISTED, "none"]);
    await send(aCommand("video", {}));
    expect(valuesOf(responder.forms[0], "model")).toEqual(["sd2.5(9参考图)", "sd2.0(9-3-3)", "mystery-1"]);
    await send(aText("/video a fox --model sd2.0(9-3-3) --face"));
    expect(said()).toContain("Leave it out.");
    expect(said()).not.toContain("beta-2.5-30img");
  });

  it("a form to change an old request offers the default instead of a removed model", async () => {
    const { world, send, responder } = setUpDispatch({ listed: LISTED });
    const batch = aBatch({ service: "video", request: aClip("gamma3.0-video-720p") });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`change:${batch.id}`));
    const model = responder.forms[0]?.fields.find(({ name }) => name === "model");
    expect(model).toMatchObject({ value: "sd2.5(9参考图)" });
    expect(JSON.stringify(responder.forms[0])).not.toContain("gamma3.0-video-720p");
  });

  it("an admin's default must be in it", async () => {
    const { send, said } = setUpDispatch({ listed: LISTED });
    await send(aText("/easel-admin channel defaults --video_model gamma3.0-video-720p", { actor: ADA }));
    expect(said()).toContain("Allowed: `mystery-1`, `sd2.5(9参考图)`, `sd2.0(9-3-3)`.");
  });
});

describe("if no model may be used", () => {
  const rules = [{ scope: ORGANISATION_SCOPE, settings: { models: ["nothing-like-it"] } }];

  it.each<[why: string, options: CommandWorldOptions, command: string]>([
    ["the gateway lists none", { listed: [] }, "video"],
    ["the rules allow none", { rules }, "video"],
    ["the rules allow none", { rules }, "imagine"],
  ])("none is offered, because %s", async (_why, options, command) => {
    const { send, said, responder, suggest, world } = setUpDispatch(options);
    await send(aCommand(command, {}));
    expect(responder.forms).toEqual([]);
    expect(said()).toBe(en.noModel(command === "video" ? "video" : "image"));
    const query = { conversation: GENERAL, actor: MAX, typed: "", options: {}, command, option: "model" };
    expect(await suggest(query)).toEqual([]);
    await send(aText(`/${command} a fox`));
    expect(said()).toMatch(/No model (?:of this kind is allowed|for clips can be used) here/);
    expect(world.requests).toEqual([]);
  });

  it("/easel limits says so, without a default model", async () => {
    const { send, said } = setUpDispatch({ listed: [] });
    await send(aText("/easel limits"));
    expect(said()).toContain("Clips: none");
    expect(said()).not.toContain("Clips: all");
  });
});
