import { describe, expect, it } from "vitest";
import { placeScope } from "../../../../src/core/account/policy/scope.ts";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import { GENERAL, MAX, type CommandWorldOptions } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

/** The models that a member may compare. */
async function compared(settings: PolicySettings = {}, options: CommandWorldOptions = {}, actor = MAX) {
  const rules = [{ scope: placeScope(GENERAL, false), settings }];
  const found = await setUpDispatch({ rules, ...options }).models({ conversation: GENERAL, actor });
  const facts = (name: string) => {
    const model = found?.models.find((one) => one.name === name);
    return Object.fromEntries(model?.facts.map(({ id, text }) => [id, text]) ?? []);
  };
  return { found, facts, names: found?.models.map(({ name }) => name) };
}

describe("the models to compare", () => {
  it("are all that may be used, each with its form and an example prompt, with the defaults marked", async () => {
    const { found, names } = await compared();
    expect(names).toHaveLength(IMAGE_MODELS.length + VIDEO_MODEL_NAMES.length);
    expect(found?.models[0]).toMatchObject({
      name: "provider-a/image-2",
      kind: "image",
      isUsual: true,
      form: "command:imagine",
      example: en.forms.example.imagine,
    });
    expect(found?.models.filter(({ isUsual }) => isUsual).map(({ kind }) => kind)).toEqual(["image", "video"]);
    const clip = found?.models.find(({ kind }) => kind === "video");
    expect(clip).toMatchObject({ form: "command:video", example: en.forms.example.video });
    expect(found?.notes).toEqual([en.models.catalogueOnly]);
  });

  it("leave out what a rule forbids, and show only values that the rules allow", async () => {
    const { names, facts } = await compared({ models: ["provider-a/*", "alpha-h3*"], maxCount: 3, maxSeconds: 6 });
    expect(names?.every((name) => /^(?:provider-a\/|alpha-h3)/.test(name))).toBe(true);
    expect(facts("provider-a/image-2")).toMatchObject({ count: "1–3" });
    expect(facts("alpha-h3(933/4-15秒/2K)")).toMatchObject({
      seconds: "4–6",
      files: "up to 9 pictures · up to 3 videos · up to 3 audio files",
    });
  });

  it("say what little is known of a model that only the key lists", async () => {
    const { found, facts } = await compared({}, { listed: ["brand-new-model"] });
    expect(facts("brand-new-model")).toMatchObject({ note: en.models.undocumented, files: "none" });
    expect(found?.notes).toEqual([]);
  });

  it("are a hundred at most, the documented ones first", async () => {
    const listed = [...Array.from({ length: 200 }, (_, index) => `unknown-${index}`), "alpha-h3(933/2K/支持真人)"];
    const { found, names } = await compared({}, { listed });
    expect(names).toHaveLength(100);
    expect(names?.[IMAGE_MODELS.length]).toBe("alpha-h3(933/2K/支持真人)");
    expect(found?.notes).toEqual([en.models.compared.more(IMAGE_MODELS.length + 201 - 100)]);
  });

  it("are described in the reader's language", async () => {
    const { found } = await compared({}, {}, { ...MAX, locale: "zh-CN" } as const);
    const labels = found?.models.flatMap(({ facts }) => facts.map(({ label }) => label));
    expect(labels).toContain(zhCN.models.compared.files);
    expect(labels).toContain(zhCN.fields.count);
    expect(labels).not.toContain(en.fields.count);
  });
});
