import { describe, expect, it } from "vitest";
import type { FormEvent, SuggestionQuery } from "../../../src/core/chat/event.ts";
import type { Form, FormField } from "../../../src/core/chat/form.ts";
import { CANONICAL_MODELS } from "../../../src/core/request/video/video-catalogue.ts";
import { DEFAULT_VIDEO_MODEL } from "../../../src/core/request/video/video-models.ts";
import { MAX_EDIT_IMAGES } from "../../../src/lib/limits.ts";
import { en } from "../../../src/text/en/index.ts";
import { aCommand, aPress, aText, GENERAL, MAX } from "../../support/commands.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";

function aForm(form: string, values: FormEvent["values"], changes: Partial<FormEvent> = {}): FormEvent {
  return {
    kind: "form",
    key: crypto.randomUUID(),
    conversation: GENERAL,
    actor: MAX,
    form,
    values,
    attachments: [],
    ...changes,
  };
}

const values = (field: FormField | undefined) =>
  field?.type === "choice" ? field.choices.map((choice) => choice.value) : [];

describe("the form of a command", () => {
  it("opens without a prompt, with the given values", async () => {
    const { send, responder } = setUp();
    await send(aCommand("video", { seconds: 12, model: "beta-2.0-mini-12s" }));
    const [form] = responder.forms;
    expect(form?.id).toBe("command:video");
    expect(form?.fields.slice(0, 3)).toMatchObject([
      { name: "prompt", type: "text", required: true },
      { name: "model", value: "beta-2.0-mini-12s", reshapes: true },
      { name: "seconds", value: "12" },
    ]);
  });

  it.each([
    ["imagine", {}, { size: "Default: auto", count: "Default: 1" }],
    [
      "imagine",
      {},
      Object.fromEntries(
        ["aspect_ratio", "quality", "format", "background", "moderation"].map((name) => [name, en.forms.modelDecides]),
      ),
    ],
    ["imagine", { size: "800x640" }, { aspect_ratio: en.forms.asInSize }],

    ["imagine", { aspect_ratio: "16:9" }, { size: "Default: 1K · 1344x768" }],
    ["imagine", { model: "provider-b/pro-image-3" }, { size: "Default: 1K · 1024x1024", aspect_ratio: "Default: 1:1" }],
    ["imagine", { preset: "poster" }, { size: undefined, count: undefined }],
    ["video", { model: "beta-2.0-mini-12s" }, { seconds: "Default: 12 s" }],
    ["video", { model: "beta-2.5-30img" }, { seconds: "Default: 5 s", resolution: "Default: 720p" }],
  ] as const)("says what an empty field means: %s with %j", async (command, given, expected) => {
    const { send, responder } = setUp();
    await send(aCommand(command, given));
    const usual = new Map(
      responder.forms[0]?.fields.flatMap((field) => (field.type === "choice" ? [[field.name, field.usual]] : [])),
    );
    for (const [name, text] of Object.entries(expected)) expect(usual.get(name), name).toBe(text);
  });

  it("asks for a required picture first", async () => {
    const { send, responder } = setUp();
    await send(aCommand("edit", {}));
    expect(responder.forms[0]?.fields.slice(0, 2).map((field) => field.name)).toEqual(["prompt", "image"]);
    expect(responder.forms[0]?.fields[1]).toMatchObject({ type: "files", required: true, accept: "image" });
  });

  it("accepts as many files as the command, for each model", async () => {
    const filesOf = (form: Form | undefined): Readonly<Record<string, number>> =>
      Object.fromEntries(
        form?.fields.flatMap((field) => (field.type === "files" ? [[field.name, field.max]] : [])) ?? [],
      );
    const { send, responder } = setUp();
    await send(aCommand("imagine", {}));
    expect(filesOf(responder.forms.at(-1))["image"]).toBe(MAX_EDIT_IMAGES);
    for (const { name, images, videos, audios } of CANONICAL_MODELS) {
      await send(aCommand("video", { model: name }));
      const max = filesOf(responder.forms.at(-1));
      for (const [field, rule] of Object.entries({ image: images, video: videos, audio: audios })) {
        expect(max[field] ?? 0, `${name}: ${field}`).toBe(typeof rule === "string" ? 0 : rule.max);
      }
    }
  });

  it("has short texts and few choices, within the platforms' limits", async () => {
    const { send, responder } = setUp();
    for (const name of ["imagine", "edit", "video"]) await send(aCommand(name, {}));
    for (const { id, title, fields } of responder.forms) {
      expect(id.length).toBeLessThanOrEqual(100);
      expect(title.length).toBeLessThanOrEqual(45);
      for (const field of fields) {
        expect(field.label.length).toBeLessThanOrEqual(45);
        expect(values(field).length).toBeLessThanOrEqual(25);
        expect(values(field)).not.toContain("");
      }
    }
  });

  it("submits filled fields, numbers as numbers, and no empty ones", async () => {
    const { world, send, responder } = setUp();
    await send(aForm("command:imagine", { prompt: "a fox", count: "3", size: "", quality: "high", unknown: "x" }));
    expect(world.requests).toMatchObject([{ request: { prompt: "a fox", count: 3, quality: "high" } }]);
    expect(world.requests[0]?.request).not.toHaveProperty("size");
    expect(responder.acknowledged()).toBe(1);
  });

  it("shows each problem at its field", async () => {
    const { world, send, responder } = setUp();
    await send(aForm("command:video", { prompt: "", model: "gamma3.0-video-480p", resolution: "720p", seconds: "99" }));
    expect(responder.problems.map((problem) => problem.field)).toEqual(["prompt", "seconds", "resolution"]);
    expect(world.requests).toEqual([]);
  });

  it.each(["command:jobs", "edit:nobody", "x", `edit:${crypto.randomUUID()}:1`, `edit-message:${crypto.randomUUID()}`])(
    "%s is not a valid form",
    async (id) => {
      const { send, said } = setUp();
      await send(aForm(id, { prompt: "a fox" }));
      expect(said()).toBe(en.gone);
    },
  );
});

describe("changing a request", () => {
  const request = aRequest({ prompt: "bad words", size: "2K", quality: "high", count: 2 });

  it("keeps options without a field, and removes emptied ones", async () => {
    const { world, send, responder } = setUp();
    const batch = aBatch({ request });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`change:${batch.id}`));
    const [form] = responder.forms;
    expect(form?.fields[0]).toMatchObject({ name: "prompt", value: "bad words" });
    await send(aForm(form?.id ?? "", { prompt: "good words", model: request.model, size: "" }));
    expect(world.requests[0]?.request).toEqual(aRequest({ prompt: "good words", quality: "high", count: 2 }));
  });

  it("keeps texts that are too long for the form", async () => {
    const { world, send, responder } = setUp();
    const long = aRequest({ model: "provider-b/pro-image-3", systemInstruction: "Draw in ink. ".repeat(300).trim() });
    const batch = aBatch({ request: long });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`change:${batch.id}`));
    const [form] = responder.forms;
    expect(form?.fields.map(({ name }) => name)).not.toContain("system_instruction");
    expect(form?.fields.map(({ name }) => name)).toContain("generation_config");
    await send(aForm(form?.id ?? "", { prompt: "a cat", model: long.model, generation_config: "" }));
    expect(world.requests[0]?.request).toEqual({ ...long, prompt: "a cat" });
  });

  it("drops options that another model lacks", async () => {
    const { world, send } = setUp();
    const batch = aBatch({ request });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aForm(`change:${batch.id}`, { prompt: "good words", model: "provider-b/pro-image-3" }));
    expect(world.requests[0]?.request).toMatchObject({ model: "provider-b/pro-image-3", size: "2K", count: 2 });
    expect(world.requests[0]?.request).not.toHaveProperty("quality");
  });

  it("explains how to type the same without forms", async () => {
    const { world, send, said } = setUp({ forms: false });
    const batch = aBatch({ request });
    world.know(batch, [aJob({ state: "failed" })]);
    await send(aPress(`change:${batch.id}`));
    expect(said()).toBe(
      en.forms.typeLine("/imagine bad words --model provider-a/image-2 --size 2K --quality high --count 2"),
    );
  });

  it.each([
    [{}, "imagine", "/imagine a red fox in the snow"],
    [{ size: "2K", private: true }, "imagine", "/imagine a red fox in the snow --size 2K --private"],
    [{ preset: "our style" }, "video", "/video waves roll onto the beach --preset “our style”"],
    [{}, "edit", "/edit make it blue"],
  ])("explains how to type the same: %o", async (given, name, line) => {
    const { send, responder } = setUp();
    await send(aCommand(name, given));
    expect(responder.forms[0]?.typed).toContain(`\`${line}\``);
  });
});

describe("suggestions", () => {
  const query = (option: string, typed: string, changes: Partial<SuggestionQuery> = {}): SuggestionQuery => ({
    conversation: GENERAL,
    actor: MAX,
    command: "video",
    option,
    typed,
    options: {},
    ...changes,
  });
  const suggested = async (asked: SuggestionQuery): Promise<string[]> =>
    (await setUp().suggest(asked)).map((suggestion) => suggestion.value);

  it("are the seconds, tiers and ratios of the chosen model", async () => {
    const options = { model: "beta-2.0-mini-12s" };
    expect(await suggested(query("seconds", "", { options }))).toEqual(["12"]);
    expect(await suggested(query("resolution", "", { options }))).toEqual(["720p"]);
    expect(await suggested(query("aspect_ratio", "", { options }))).toEqual([]);
    expect(await suggested(query("seconds", "1", { options: { model: "gamma3.0-video-480p" } }))).toContain("15");
  });

  it("match any part of a model's name, prefixes first", async () => {
    const found = await suggested(query("model", "GAMMA"));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((name) => name.startsWith("gamma"))).toBe(true);
    expect((await suggested(query("model", "")))[0]).toBe(DEFAULT_VIDEO_MODEL);
    const { suggest } = setUp({ listed: ["my-Heron-1", "a-fox", "heron-2"] });
    const listed = async (typed: string) => (await suggest(query("model", typed))).map(({ value }) => value);
    expect(await listed("")).toEqual(["my-Heron-1", "a-fox", "heron-2"]);
    expect(await listed("HERON")).toEqual(["heron-2", "my-Heron-1"]);
    expect(await listed("fox")).toEqual(["a-fox"]);
  });

  it("are the qualities of an image model, and the pixels of its sizes", async () => {
    const asked = query("quality", "", { command: "imagine", options: { model: "provider-a/image-2.5-flare" } });
    expect(await suggested(asked)).toContain("max");
    const options = { aspect_ratio: "16:9" };
    const sizes = await setUp().suggest(query("size", "2", { command: "imagine", options }));
    expect(sizes[0]).toEqual({ value: "2K", label: "2K · 2688x1536" });
  });

  it("are the member's own requests; for cancelling, only unfinished ones", async () => {
    const { world, suggest } = setUp();
    const open = aBatch({ accountId: "account of member", request: aRequest({ prompt: "a fox" }) });
    const done = aBatch({ accountId: "account of member" });
    world.know(open, [aJob({ state: "running" })]);
    world.know(done, [aJob({ state: "failed", endedAt: new Date() })]);
    world.know(aBatch({ accountId: "account of admin" }), [aJob({ state: "running" })]);
    const all = await suggest(query("job", "", { command: "jobs" }));
    expect(all).toHaveLength(2);
    const cancellable = await suggest(query("job", "", { command: "jobs", options: { action: "cancel" } }));
    expect(cancellable.map((suggestion) => suggestion.value)).toEqual([open.id.slice(0, 8)]);
    expect(cancellable[0]?.label).toContain("a fox");
  });

  it("are empty for unknown options and on errors", async () => {
    expect(await suggested(query("nothing", ""))).toEqual([]);
    expect(await suggested(query("model", "", { command: "nothing" }))).toEqual([]);
    const broken = setUp({}, { latest: () => Promise.reject(new Error("down")) });
    expect(await broken.suggest(query("job", "", { command: "jobs" }))).toEqual([]);
  });
});

it("an empty text never reaches a form, because no platform accepts it", async () => {
  const { send, responder } = setUp();
  await send(aText("/video"));
  expect(responder.forms).toEqual([]);
  expect(responder.answers).toHaveLength(1);
});
