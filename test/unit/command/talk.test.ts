import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PolicySettings } from "../../../src/core/account/policy/policy.ts";
import { placeScope } from "../../../src/core/account/policy/scope.ts";
import type { TextEvent } from "../../../src/core/chat/event.ts";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import { ADA, aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../support/database/jobs.ts";

const THREAD = { ...GENERAL, thread: "m-root" };
const photo = { source: "p", name: "photo.jpg", mimeType: "image/jpeg", bytes: 5 };
const theirPhoto = {
  message: { conversation: GENERAL, id: "m-theirs" },
  attachments: [photo],
  own: false,
  complete: true,
};

/** A channel with these rules and a result `m-result`, also in its thread `m-root`. */
function setUp(rules: PolicySettings = {}, options: Parameters<typeof setUpDispatch>[0] = {}) {
  const made = setUpDispatch({ ...options, rules: [{ scope: placeScope(GENERAL, false), settings: rules }] });
  const batch = aBatch({ conversation: THREAD, request: aRequest({ prompt: "a red fox" }) });
  const job = aJob({ state: "succeeded" });
  const content = { hash: "a".repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };
  const artifact = { jobId: job.id, state: "fetched" as const, content, failure: undefined };
  made.world.know(batch, [job], {
    artifacts: [{ ...artifact, post: "result", succeededAt: EPOCH }],
    posts: { result: "m-result" },
  });
  const buttons = () => (made.responder.answers.at(-1)?.buttons ?? []).map(({ id, label }) => ({ id, label }));
  return { ...made, batch, buttons };
}

const result = { message: { conversation: GENERAL, id: "m-result" }, attachments: [], own: true, complete: true };

describe("messages to Easel that are not clearly a request", () => {
  it.each<[string, Partial<TextEvent>]>([
    ["hi", {}],
    ["thanks, great!", {}],
    ["a red fox in the snow", {}],
    ["imagine that", {}],
    ["is 3 -- 4 right?", {}],
    ["a red fox", { mentionsUs: false, isDirect: true }],
    ["haha nice one", { mentionsUs: false }],
    ["look at my cat", { mentionsUs: false, attachments: [photo] }],
    ["nice", { mentionsUs: false, target: theirPhoto }],
    ["thanks!", { conversation: THREAD }],
  ])("are offered, and spend nothing: %j %o", async (text, changes) => {
    const { world, send, said, buttons, responder } = setUp();
    await send(aText(text, changes));
    expect(said()).toContain(en.talk.question(text));
    expect(buttons().map(({ label }) => label)).toContain(en.talk.makeIt);
    expect(world.requests).toEqual([]);
    expect(responder.acknowledged()).toBe(0);
  });

  it("say what would be made, with which model and for how much", async () => {
    const { send, said } = setUp({ imageModel: "provider-a/image-2.5-flare", videoModel: "gamma3.0-video-480p" });
    await send(aText("a red fox"));
    expect(said().split("\n")).toEqual([
      "You wrote “a red fox”. Do you want Easel to make that? Nothing has been made or charged yet.",
      "• **Make it**: 1 picture, with `provider-a/image-2.5-flare`",
      "• **Make a clip**: a clip of 5 s, with `gamma3.0-video-480p`, `resolution 480p`",
    ]);
  });

  it("are answered in the person's language", async () => {
    const { send, said } = setUp();
    await send(aText("一只红狐狸", { actor: { ...MAX, locale: "zh-CN" } }));
    expect(said()).toContain(zhCN.talk.question("一只红狐狸"));
    expect(said()).toContain(`**${zhCN.talk.makeIt}**`);
  });

  it("become what the button says, once, for their author", async () => {
    const { world, send, buttons, responder } = setUp();
    await send(aText("a red fox"));
    const [picture, clip] = buttons();
    await send(aPress(picture?.id ?? "", { actor: ADA }));
    expect(responder.answers.at(-1)?.text).toBe(en.confirm.gone);
    expect(world.requests).toEqual([]);
    await send(aPress(picture?.id ?? ""));
    await send(aPress(picture?.id ?? ""));
    expect(responder.closings.map((message) => message.text)).toEqual([en.confirm.said.make, en.confirm.already.make]);
    expect(world.requests).toMatchObject([{ request: { kind: "image", prompt: "a red fox" }, requestMessage: "m-1" }]);
    await send(aPress(clip?.id ?? ""));
    expect(world.requests[1]?.request).toMatchObject({ kind: "video", prompt: "a red fox", seconds: 5 });
  });

  it("have the same buttons on redelivery", async () => {
    const { send, buttons } = setUp();
    const event = aText("a red fox");
    await send(event);
    const first = buttons();
    await send(event);
    expect(buttons()).toEqual(first);
    await send(aText("a red fox"));
    expect(buttons()).not.toEqual(first);
  });

  it("in a thread of results refer to the newest one", async () => {
    const { world, send, said, buttons, batch } = setUp();
    await send(aText("make it blue", { conversation: THREAD }));
    expect(said()).toContain("1 changed picture");
    await send(aPress(buttons()[0]?.id ?? "", { conversation: THREAD }));
    expect(world.requests).toMatchObject([
      { request: { prompt: "make it blue" }, parent: { batchId: batch.id }, conversation: THREAD },
    ]);
  });

  it("are offered only what is allowed here", async () => {
    const { send, buttons } = setUp({ models: ["image-2"] });
    await send(aText("a red fox"));
    expect(buttons().map(({ label }) => label)).toEqual([en.talk.makeIt]);
  });

  it("are answered with the problem if nothing may be made", async () => {
    const { send, said, world } = setUp({ blockedWords: ["fox"] });
    await send(aText("a red fox"));
    expect(said()).toContain("which isn't allowed for this channel");
    expect(world.requests).toEqual([]);
  });

  it("are not confirmed again if the price was shown", async () => {
    const { world, send, buttons } = setUp({ confirmSeconds: 1 });
    await send(aText("a red fox"));
    await send(aPress(buttons()[1]?.id ?? ""));
    expect(world.requests).toMatchObject([{ request: { kind: "video" } }]);
  });
});

describe("a clear request", () => {
  it.each<[string, Partial<TextEvent>]>([
    ["/imagine a fox", {}],
    ["/imagine a fox", { mentionsUs: false }],
    ["a fox --size 1K", {}],
    ['--prompt "a fox"', {}],
    ["make it blue", { attachments: [photo] }],
    ["make it blue", { target: result }],
    ["make it blue", { target: result, mentionsUs: false }],
    ["make it blue", { target: theirPhoto }],
    ["make it blue", { target: theirPhoto, mentionsUs: false, isDirect: true }],
    ["make it blue", { conversation: THREAD, target: result }],
  ])("is made immediately: %j %o", async (text, changes) => {
    const { world, send, said } = setUp();
    await send(aText(text, changes));
    expect(said()).toBe("");
    expect(world.requests).toHaveLength(1);
  });

  it("for a clip needs its flag", async () => {
    const { world, send } = setUp();
    await send(aText("a fox runs --video"));
    expect(world.requests).toMatchObject([{ request: { kind: "video", prompt: "a fox runs" } }]);
  });
});

describe("with `talk make`", () => {
  it.each<[string, Partial<TextEvent>, number]>([
    ["a mention makes a picture immediately", {}, 1],
    ["a mention in a thread of results changes the newest one", { conversation: THREAD }, 1],
    ["conversation among people makes nothing", { mentionsUs: false }, 0],
  ])("%s", async (_name, changes, made) => {
    const { world, send } = setUp({ talk: "make" });
    await send(aText("a red fox", changes));
    expect(world.requests).toHaveLength(made);
  });

  it("a direct message makes a picture immediately if the rules for direct messages say so", async () => {
    const scope = placeScope(GENERAL, true);
    const direct = { mentionsUs: false, isDirect: true };
    const made = setUpDispatch({ rules: [{ scope, settings: { talk: "make" } }] });
    await made.send(aText("a red fox", direct));
    expect(made.world.requests).toHaveLength(1);
  });

  it("the narrower scope wins", async () => {
    const workspace = { kind: "workspace", id: "console:main" } as const;
    const channel = placeScope(GENERAL, false);
    const { world, send } = setUpDispatch({
      rules: [
        { scope: workspace, settings: { talk: "make" } },
        { scope: channel, settings: { talk: "ask" } },
      ],
    });
    await send(aText("a red fox"));
    expect(world.requests).toEqual([]);
  });
});

describe("misspelt options", () => {
  it.each(["a fox -- size 1K", "a fox —size 1K", "a fox --sise 1K"])(
    "%j are offered with a correction",
    async (text) => {
      for (const line of [text, `/imagine ${text}`]) {
        const { world, send, said, buttons } = setUp({ talk: "make" });
        await send(aText(line));
        expect(said()).toContain("Did you mean `");
        expect(said()).toContain("**Make it**: 1 picture");
        expect(world.requests).toEqual([]);
        await send(aPress(buttons()[0]?.id ?? ""));
        expect(world.requests).toMatchObject([{ request: { prompt: "a fox", size: "1K" } }]);
      }
    },
  );

  it("include a reply's flags", async () => {
    const { world, send, said, buttons } = setUp();
    await send(aText("it runs away —video", { target: theirPhoto }));
    expect(said()).toContain("Did you mean `--video`?");
    await send(aText("it runs away —video"));
    expect(buttons().map(({ label }) => label)).toEqual([en.talk.makeClip]);
    expect(world.requests).toEqual([]);
    await send(aPress(buttons()[0]?.id ?? ""));
    expect(world.requests).toMatchObject([{ request: { kind: "video", prompt: "it runs away" } }]);
  });

  it("are only refused if the correction can't be made either", async () => {
    const { send, said, buttons } = setUp();
    await send(aText("a fox -- size 1K --count 99"));
    expect(said()).toContain("Did you mean `--size 1K`?");
    expect(buttons().map(({ label }) => label)).toEqual([en.result.changeRequest]);
  });
});

it("conversation among people, and unclear messages to Easel, spend nothing", async () => {
  const vocabulary = ["hi", "thanks", "a", "fox", "--", "—", "#1", "!", "?", "haha", "1K", "help", "🙂"];
  const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 });
  const change = fc.constantFrom<Partial<TextEvent>>(
    {},
    { mentionsUs: false },
    { mentionsUs: false, isDirect: true },
    { conversation: THREAD },
    { mentionsUs: false, conversation: THREAD },
    { mentionsUs: false, target: theirPhoto },
  );
  await fc.assert(
    fc.asyncProperty(words, change, async (parts, changes) => {
      const { world, send, responder } = setUp();
      await send(aText(parts.join(" "), changes));
      expect(world.requests).toEqual([]);
      expect(responder.answers.length + responder.forms.length).toBe(1);
    }),
    { numRuns: 200 },
  );
});
