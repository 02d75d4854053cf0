import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MessageRef } from "../../../src/core/chat/conversation.ts";
import type { FormEvent } from "../../../src/core/chat/event.ts";
import type { Form, FormField } from "../../../src/core/chat/form.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let clock: ManualClock;

/** A form whose seconds depend on its model. */
function videoForm(model: string, prompt = ""): Form {
  const seconds = model === "long" ? ["10", "20"] : ["5"];
  const choice = (value: string) => ({ value, label: `${value}!` });
  const fields: FormField[] = [
    { type: "text", name: "prompt", label: "Prompt", long: true, required: true, value: prompt, maxLength: 6_000 },
    {
      type: "choice",
      name: "model",
      label: "Model",
      value: model,
      choices: ["short", "long"].map(choice),
      reshapes: true,
    },
    { type: "choice", name: "seconds", label: "Seconds", hint: "how long", choices: seconds.map(choice) },
    { type: "flag", name: "face", label: "Face" },
    { type: "files", name: "image", label: "Pictures", accept: "image", max: 16 },
  ];
  return {
    id: "new:video",
    title: "Make a clip from words and pictures",
    submit: "Make the clip",
    typed: "Type it.",
    fields,
  };
}

beforeAll(async () => {
  clock = createManualClock(Date.now());
  world = await startSlackWorld({ mode: "http", clock });
});
beforeEach(async () => {
  world.reformWith(async ({ values }) => videoForm(String(values["model"])));
  world.handleWith(async (event, responder) => {
    if (event.kind === "command") await responder.openForm(videoForm("short"));
    else await responder.acknowledge();
  });
  for (const view of world.slack.world.views.values()) view.isOpen = false;
  await world.max.slash(world.channel.id, "/video").outcome;
});
afterAll(async () => {
  await world.stop();
});

function sentForm(): FormEvent {
  const event = world.events.at(-1);
  if (event?.kind !== "form") throw new Error("the newest event is no form");
  return event;
}

/** The choices that a field of the open form offers. */
function offered(field: string): string[] {
  const block = world.max.view()?.view.blocks.find((one) => String(one["block_id"]).startsWith(`${field}#`));
  const element = (block?.["element"] ?? {}) as { options?: { value: string }[] };
  return (element.options ?? []).map((option) => option.value);
}

describe("a form in Slack", () => {
  it("opens as a modal within Slack's limits", () => {
    const view = world.max.view()?.view;
    expect(view?.title?.text).toBe("Make a clip from words…");
    expect(view?.submit?.text).toBe("Make the clip");
    expect(view?.blocks.map((block) => String(block["block_id"]).split("#")[0])).toEqual([
      "prompt",
      "model",
      "seconds",
      "face",
      "image",
    ]);
    expect(offered("seconds")).toEqual(["5"]);
  });

  it("delivers the submitted values and files for the place where it was opened", async () => {
    const { max, channel, slack, adapter } = world;
    const content = randomBytes(500);
    const files = { image: [{ name: "a.png", mimeType: "image/png", content }] };
    const sent = max.submit({ prompt: "a fox runs", seconds: "5", face: true }, files);
    expect(await sent.outcome).toEqual({ acknowledged: true, answer: undefined });
    const event = sentForm();
    expect(event).toMatchObject({
      form: "new:video",
      values: { prompt: "a fox runs", model: "short", seconds: "5", face: true },
      attachments: [{ name: "a.png", option: "image" }],
      conversation: { platform: "slack", workspace: slack.world.team.id, channel: channel.id },
      actor: { userId: max.user.id },
    });
    const [attachment] = event.attachments;
    if (!attachment) throw new Error("no attachment");
    expect((await buffer(await adapter.platform.openAttachment(attachment))).equals(content)).toBe(true);
    expect(max.view()).toBeUndefined();
  });

  it("changes with the chosen model and keeps what was typed", async () => {
    const { max } = world;
    const seen: unknown[] = [];
    world.reformWith(async (query) => {
      seen.push(query.values);
      return videoForm(String(query.values["model"]));
    });
    await max.change("model", "long", { prompt: "a fox" }).outcome;
    await expect.poll(() => offered("seconds")).toEqual(["10", "20"]);
    expect(seen).toEqual([{ prompt: "a fox", model: "long", seconds: "", face: false }]);
    // The block keeps its id, so that Slack keeps its value.
    expect(max.view()?.view.blocks[0]?.["block_id"]).toBe("prompt");
  });

  it("does not change for a person of another workspace", async () => {
    // A separate world: once it is stopped, all its events have been handled.
    const other = await startSlackWorld({ mode: "http" });
    other.handleWith((_event, responder) => responder.openForm(videoForm("short")));
    const { slack, max, channel } = other;
    await max.slash(channel.id, "/video").outcome;
    const stranger = slack.join({ name: "mal", teamId: "T0OTHER", isStranger: true });
    const { views } = slack.world;
    for (const view of views.values()) if (view.isOpen) views.set(view.id, { ...view, userId: stranger.user.id });
    expect(max.view()).toBeUndefined();
    let rebuilt = 0;
    other.reformWith(async () => {
      rebuilt += 1;
      return videoForm("long");
    });
    expect((await stranger.change("model", "long").outcome).acknowledged).toBe(true);
    await other.stop();
    expect(rebuilt).toBe(0);
  });

  it("shows problems at their fields and stays open with its values", async () => {
    const { max } = world;
    world.handleWith((_event, responder) =>
      responder.refuseForm([
        { field: "prompt", text: "`prompt` is **too** long." },
        { field: undefined, text: "And something else." },
      ]),
    );
    const { answer } = await max.submit({ prompt: "x", seconds: "5" }).outcome;
    expect(answer).toEqual({
      response_action: "errors",
      errors: { prompt: "prompt is too long.\nAnd something else." },
    });
    const view = max.view();
    expect(view?.isOpen).toBe(true);
    expect(view?.errors["prompt"]).toContain("too long");
  });

  it("can be submitted again after problems, and stays the same request", async () => {
    const { max } = world;
    world.handleWith((_event, responder) => responder.refuseForm([{ field: "seconds", text: "no" }]));
    await max.submit({ prompt: "x" }).outcome;
    const { key } = sentForm();
    world.handleWith(async (_event, responder) => void (await responder.acknowledge()));
    await max.submit({ prompt: "x" }).outcome;
    expect(sentForm().key).toBe(key);
    expect(max.view()).toBeUndefined();
  });

  it("shows an answer in its place", async () => {
    const { max, slack } = world;
    world.handleWith((_event, responder) => responder.answer({ text: "Pictures are *off* here." }));
    await max.submit({ prompt: "x" }).outcome;
    const view = max.view()?.view;
    expect(view && slack.read({ blocks: view.blocks, text: "" })).toBe("Pictures are *off* here.");
  });

  it("says that files are still being read before Slack reports a failure, and then shows the outcome", async () => {
    const { max, slack } = world;
    const release = Promise.withResolvers<void>();
    world.handleWith(async (_event, responder) => {
      await release.promise;
      await responder.acknowledge();
    });
    const before = world.events.length;
    const sent = max.submit({ prompt: "large files" });
    await expect.poll(() => world.events.length).toBe(before + 1);
    clock.advance(2_500);
    const words = (): string => {
      const view = max.view()?.view;
      return view ? slack.read({ blocks: view.blocks, text: "" }) : "";
    };
    expect((await sent.outcome).answer).toMatchObject({ response_action: "update" });
    expect(words()).toContain("being read");
    release.resolve();
    await expect.poll(words).toContain("Accepted.");
  });

  it("is replaced by a message if Slack no longer opens it", async () => {
    const { max, slack, channel } = world;
    world.handleWith(async (_event, responder) => {
      slack.world.aheadMs += 4_000;
      await responder.openForm(videoForm("short"));
    });
    await max.slash(channel.id, "/video").outcome;
    expect(slack.privately(max.user.id).at(-1)).toContain("Type it.");
  });

  it("keeps a value that is not offered, and says that a long text was cut", async () => {
    const { max, channel } = world;
    const form = videoForm("short", "p".repeat(4_000));
    world.handleWith((_event, responder) =>
      responder.openForm({
        ...form,
        fields: form.fields.map((field) =>
          field.type === "choice" && field.name === "seconds" ? { ...field, value: "7" } : field,
        ),
      }),
    );
    await max.slash(channel.id, "/video").outcome;
    expect(offered("seconds")).toEqual(["5", "7"]);
    expect(JSON.stringify(max.view()?.view.blocks[0])).toContain("the whole text is kept");
  });
});

describe("a message's menu", () => {
  it.each(["edit", "animate", "recipe"] as const)("delivers the message that it was opened on: %s", async (action) => {
    const { max, ada, channel } = world;
    const said = ada.say(channel.id, "look", {
      files: [{ name: "sea.png", mimeType: "image/png", content: randomBytes(9) }],
    });
    await said.outcome;
    expect((await max.shortcut(said.message, action).outcome).acknowledged).toBe(true);
    expect(world.events.at(-1)).toMatchObject({
      kind: "action",
      action,
      target: { message: { id: said.message.ts }, own: false, complete: true, attachments: [{ name: "sea.png" }] },
    });
  });

  it("treats one of Easel's pictures as the result that it belongs to", async () => {
    const { max, slack, channel, adapter } = world;
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id } as const;
    const bytes = randomBytes(64);
    const { Readable } = await import("node:stream");
    const picture = {
      name: "p.png",
      mimeType: "image/png",
      bytes: bytes.length,
      description: "p",
      open: () => Promise.resolve(Readable.from([bytes])),
    };
    const posted = adapter.platform.post(
      conversation,
      { text: "here", files: [picture] },
      randomBytes(16).toString("hex"),
    );
    let result: MessageRef | undefined;
    void posted.then((ref) => (result = ref));
    await expect.poll(() => (clock.advance(250), result)).toBeDefined();
    const shown = slack.messages(channel.id).findLast((one) => one.files.length > 0);
    if (!shown) throw new Error("nothing was shared");
    await max.shortcut(shown, "edit").outcome;
    expect(world.events.at(-1)).toMatchObject({ target: { own: true, message: result } });
  });

  it("opens its own form", async () => {
    const { max, ada, channel } = world;
    const said = ada.say(channel.id, "look");
    world.handleWith((_event, responder) => responder.openForm(videoForm("long")));
    await max.shortcut(said.message, "animate").outcome;
    expect(offered("seconds")).toEqual(["10", "20"]);
  });

  it("is answered with the invite command if Easel is not in the channel", async () => {
    const { max, slack } = world;
    const closed = slack.addChannel({ name: "closed", members: [max.user.id] });
    const said = max.say(closed.id, "look");
    await max.shortcut(said.message, "edit").outcome;
    await expect.poll(() => slack.privately(max.user.id).at(-1)).toContain("/invite @easel");
  });
});

describe("a button", () => {
  it("opens a form, or is answered privately", async () => {
    const { max, channel, slack, adapter } = world;
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id } as const;
    const button = { id: "change:1", label: "Change", style: "primary" } as const;
    const ref = await adapter.platform.post(
      conversation,
      { text: "no", buttons: [button] },
      randomBytes(16).toString("hex"),
    );
    world.handleWith((_event, responder) => responder.openForm(videoForm("long", "kept")));
    await max.press({ channel: channel.id, ts: ref.id }, "change:1").outcome;
    expect(JSON.stringify(max.view()?.view.blocks[0])).toContain("kept");
    world.handleWith((_event, responder) => responder.answer({ text: "not yours" }));
    await max.press({ channel: channel.id, ts: ref.id }, "change:1").outcome;
    await expect.poll(() => slack.privately(max.user.id).at(-1)).toBe("not yours");
  });
});
