import { describe, expect, it } from "vitest";
import { viewTexts, type Message } from "../../../../src/core/chat/message.ts";
import { placeScope } from "../../../../src/core/account/policy/scope.ts";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { aPress, aText, GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const say = en.models;
const CHINESE = { ...MAX, locale: "zh-CN" } as const;

/** `/models` as a reader steps through it. */
function open(options: CommandWorldOptions = {}, actor = MAX) {
  const here = setUpDispatch(options);
  const ids = (message: Message): Map<string, string> => {
    const choices = (message.menus ?? []).flatMap((menu) => menu.choices);
    return new Map([...choices, ...(message.buttons ?? [])].map(({ id, label }) => [label, id] as const));
  };
  const shown = (): Message => {
    const message = [...here.responder.answers, ...here.responder.closings].at(-1);
    if (!message) throw new Error("nothing was shown");
    return here.responder.closings.at(-1) ?? message;
  };
  return {
    ...here,
    shown,
    text: () => viewTexts(shown()),
    ask: () => here.send(aText("/models", { actor })),
    /** Presses a button, or chooses from a menu, by a part of its label. */
    async press(label: string) {
      const [, id] = [...ids(shown())].find(([one]) => one.includes(label)) ?? [];
      if (id === undefined) throw new Error(`there is no ${label} but ${[...ids(shown()).keys()].join(", ")}`);
      await here.send(aPress(id, { actor }));
    },
    choices: (menu: string) =>
      shown()
        .menus?.find(({ id }) => id === menu)
        ?.choices.map(({ label }) => label) ?? [],
  };
}

const rules = (settings: PolicySettings): CommandWorldOptions => ({
  rules: [{ scope: placeScope(GENERAL, false), settings }],
});

describe("the list of models", () => {
  const all = IMAGE_MODELS.length + VIDEO_MODEL_NAMES.length;

  it("shows ten models, one per line, and a menu to open one", async () => {
    const { ask, shown, choices } = open();
    await ask();
    expect(shown().text.split("\n")[0]).toBe(say.title(1, 10, all));
    expect(shown().sections).toHaveLength(1);
    const lines = shown().sections?.[0]?.text?.split("\n") ?? [];
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe("1. `provider-a/image-2` · makes pictures");
    expect(lines[5]).toBe(
      "6. `alpha-h3(933/4-15秒/2K)` · 4–15 s · 2k · up to 9 pictures · up to 3 videos · up to 3 audio files",
    );
    expect(choices("open")).toEqual(lines.map((line) => line.replace(/`([^`]*)`.*/, "$1")));
  });

  it("has pages, which replace each other", async () => {
    const { ask, press, shown, responder } = open();
    await ask();
    expect(shown().buttons?.map(({ label }) => label)).toEqual([say.next]);
    await press(say.next);
    expect(shown().text).toContain(say.title(11, 20, all));
    expect(shown().buttons?.map(({ label }) => label)).toEqual([say.previous, say.next]);
    await press(say.previous);
    expect(shown().text).toContain(say.title(1, 10, all));
    expect(responder.answers).toHaveLength(1);
  });

  it.each([
    ["image", /· makes pictures$/],
    ["video", /^\d+\. `(?!provider-)/],
    ["sound", /audio files?$/],
    ["references", /\d (?:pictures?|videos?)/],
  ] as const)("can be narrowed to %s", async (filter, line) => {
    const { ask, press, text, shown } = open();
    await ask();
    await press(say.filters[filter]);
    const lines = text()
      .split("\n")
      .filter((one) => /^\d/.test(one));
    expect(lines.length).toBeGreaterThan(0);
    for (const one of lines) expect(one).toMatch(line);
    const chosen = shown().menus?.flatMap(({ choices }) => choices.filter(({ isChosen }) => isChosen)) ?? [];
    expect(chosen).toMatchObject([{ label: expect.stringContaining(say.filters[filter]) }]);
  });

  it("can be narrowed to lengths, which undocumented models do not have", async () => {
    const listed = ["mystery-1", "beta-2.0-mini-12s", "gamma3.0-video-480p", "alpha-h3(933/2K/支持真人)"];
    const { ask, press, text } = open({ listed });
    await ask();
    await press(say.filters.short);
    expect(text()).toMatch(/^.*of 1\n1\. `gamma3\.0-video-480p`[^\n]*$/);
    await press(say.filters.long);
    expect(text()).toContain("`gamma3.0-video-480p`");
    expect(text()).toContain("`alpha-h3(933/2K/支持真人)`");
    expect(text()).not.toContain("mystery");
    expect(text()).not.toContain("12s");
  });

  it("lists models that may not be used here separately", async () => {
    const { ask, press, text, choices } = open(rules({ models: ["pro-*", "*-480p"] }));
    await ask();
    expect(text()).toContain("`provider-b/pro-image-3`");
    expect(text()).not.toContain("`provider-a/image-2`");
    const allowed = ["provider-b/pro-image-3", ...VIDEO_MODEL_NAMES.filter((name) => name.endsWith("-480p"))];
    expect(choices("filter")).toContainEqual(say.counted(say.filters.refused, all - allowed.length));
    await press(say.filters.refused);
    expect(text()).toContain("`provider-a/image-2`");
    await press("provider-a/image-2");
    expect(text()).toContain(en.notAllowedHere("`provider-a/image-2`"));
  });

  it("says why there are none", async () => {
    const { ask, shown, text } = open({ hasKey: false });
    await ask();
    expect(text().split("\n")).toEqual([say.none, en.noKey.none("image"), en.noKey.none("video")]);
    expect(shown()).toMatchObject({ sections: [], buttons: [] });
  });

  it("says that the key's own list is unavailable", async () => {
    const { ask, text } = open();
    await ask();
    expect(text()).toContain(say.catalogueOnly);
  });

  it("can have five thousand models with the longest names", async () => {
    const listed = Array.from({ length: 5_000 }, (_, index) => `${"长".repeat(195)}-${index}`);
    const { ask, send, text, press } = open({ listed });
    await ask();
    expect(text()).toContain(say.title(1, 10, IMAGE_MODELS.length + 5_000));
    await send(aPress("models:list:video:499"));
    expect(text()).toContain(say.title(4991, 5_000, 5_000));
    await send(aPress("models:list:video:9999"));
    expect(text()).toContain(say.title(4991, 5_000, 5_000));
    await press("5000. ");
    expect(text()).toContain(`\`${listed[4_999]}\``);
  });
});

describe("a model's page", () => {
  it("has the options with their values, the files, and an example that works as it is", async () => {
    const { ask, press, text, send, world } = open();
    await ask();
    await press("alpha-h3(933/4-15秒/2K)");
    expect(text()).toContain(say.model("`alpha-h3(933/4-15秒/2K)`", say.forClips));
    expect(text()).toContain("• `--seconds` 4–15");
    expect(text()).toContain("• `--resolution` 2k");
    expect(text()).toContain(`• ${say.files(["up to 9 pictures", "up to 3 videos", "up to 3 audio files"])}`);
    expect(text()).toContain(say.promptMax(2_000));
    const [, example = ""] = /`(\/video [^`]*)`/.exec(text()) ?? [];
    await send(aText(example));
    expect(world.requests.map(({ request }) => request)).toMatchObject([
      { model: "alpha-h3(933/4-15秒/2K)", prompt: en.forms.example.video },
    ]);
  });

  it.each([...IMAGE_MODELS.map(({ name }) => name), ...VIDEO_MODEL_NAMES])(
    "of %s has an example for it",
    async (name) => {
      const { ask, press, text, send, world, shown } = open();
      await ask();
      while (!text().includes(`\`${name}\``)) await press(say.next);
      await press(`. ${name}`);
      const [, example = ""] = /`(\/(?:imagine|video) [^`]*)`/.exec(text()) ?? [];
      await send(aText(example));
      // Models that need files say so, and refuse the example without them.
      if (text().includes(say.attachFirst)) expect(world.requests).toEqual([]);
      else expect(world.requests.map(({ request }) => request.model)).toEqual([name]);
      expect(shown().buttons?.map(({ label }) => label)).toEqual([say.useHere, say.back]);
    },
  );

  it("leads back to the part of the list that it was opened from", async () => {
    const { ask, press, text, shown } = open();
    await ask();
    await press(say.filters.video);
    await press(say.next);
    const before = shown();
    await press("11. ");
    expect(text()).toContain("**Model**");
    await press(say.back);
    expect(shown()).toEqual(before);
  });

  it("shows what a rule allows", async () => {
    const { ask, press, text } = open(rules({ maxCount: 2, maxSeconds: 6 }));
    await ask();
    await press("provider-a/image-2");
    expect(text()).toContain("• `--count` 1, 2");
    await press(say.back);
    await press("alpha-h3(933/4-15秒/2K)");
    expect(text()).toContain("• `--seconds` 4–6");
  });

  it.each([
    ["provider-b/pro-image-3", "imagine"],
    ["gamma3.0-video-720p", "video"],
  ])("opens the form with %s, and makes nothing by itself", async (name, command) => {
    const { ask, press, responder, world, text } = open();
    await ask();
    while (!text().includes(`\`${name}\``)) await press(say.next);
    await press(`. ${name}`);
    await press(say.useHere);
    const [form] = responder.forms;
    expect(form?.id).toBe(`command:${command}`);
    expect(form?.fields.find((field) => field.name === "model")).toMatchObject({ type: "choice", value: name });
    expect(world.requests).toEqual([]);
  });

  it("opens the form for a model whose name is too long for a menu", async () => {
    const name = `${"long-".repeat(39)}480p`;
    const { ask, press, responder } = open({ listed: [name] });
    await ask();
    await press("long-");
    await press(say.useHere);
    const model = responder.forms[0]?.fields.find((field) => field.name === "model");
    expect(model).toMatchObject({ type: "text", value: name });
  });

  it("opens no form if the model may no longer be used, and says so if it is gone", async () => {
    const before = open();
    await before.ask();
    await before.press("provider-a/image-2");
    const use = before.shown().buttons?.[0]?.id ?? "";
    const now = open(rules({ models: ["pro-*"] }));
    await now.send(aPress(use));
    expect(now.said()).toBe(en.notAllowedHere("`provider-a/image-2`"));
    expect(now.responder.forms).toEqual([]);
    await now.send(aPress(`models:use:${"x".repeat(16)}`));
    expect(now.said()).toContain(say.gone);
  });

  it("is in its reader's language", async () => {
    const { ask, press, text } = open({}, CHINESE);
    await ask();
    expect(text()).toContain(zhCN.models.title(1, 10, IMAGE_MODELS.length + VIDEO_MODEL_NAMES.length));
    await press("alpha-h3(933/4-15秒/2K)");
    expect(text()).toContain(`• ${zhCN.models.files(["最多 9 张图片", "最多 3 段视频", "最多 3 段音频"])}`);
    await press(zhCN.models.back);
    expect(text()).toContain("**模型**");
  });
});
