import { describe, expect, it } from "vitest";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aCommand, GENERAL, MAX } from "../../../support/commands.ts";
import { setUpDispatch as setUp } from "../../../support/dispatching.ts";

function aForm(form: string, values: FormEvent["values"]): FormEvent {
  const key = crypto.randomUUID();
  return { kind: "form", key, conversation: GENERAL, actor: MAX, form, values, attachments: [] };
}

describe("the fields of a form", () => {
  it("names the empty choice of a preset, in both languages", async () => {
    const { world, send, responder } = setUp();
    const preset = {
      name: "poster",
      scope: { kind: "account", id: "a-1" },
      service: "image",
      options: { size: "2K" },
    } as const;
    await world.presets.save("", preset, "");
    for (const locale of ["en", "zh-CN"] as const) await send(aCommand("imagine", {}, { ...MAX, locale }));
    const fields = responder.forms.map((form) => form.fields.find(({ name }) => name === "preset"));
    expect(fields).toMatchObject([{ usual: "None" }, { usual: "无" }]);
  });

  it.each([
    ["provider-a/image-2", "size", en.forms.typed.pixels(3840)],
    ["provider-a/image-2.5-flare", "size", en.forms.typed.pixels(undefined)],
    ["provider-b/pro-image-3", "size", en.forms.typed.anything],
    ["provider-a/image-2", "aspect_ratio", undefined],
    ["provider-b/pro-image-3", "aspect_ratio", en.forms.typed.anything],
    ["provider-a/image-2", "quality", undefined],
  ])("says which values of %s can be typed besides the choices of %s", async (model, name, hint) => {
    const { send, responder } = setUp();
    await send(aCommand("imagine", { model }));
    const field = responder.forms[0]?.fields.find((one) => one.name === name);
    expect(field?.type === "choice" && field.typed?.hint).toBe(hint);
  });

  it("accepts a typed size within the model's limits, and keeps a given one", async () => {
    const { world, send, responder } = setUp();
    await send(aForm("command:imagine", { prompt: "a fox", size: "800x640" }));
    expect(world.requests).toMatchObject([{ request: { size: "800x640" } }]);
    await send(aForm("command:imagine", { prompt: "a fox", model: "provider-a/image-2", size: "9000x10" }));
    expect(responder.problems).toMatchObject([{ field: "size", text: expect.stringContaining("no edge above 3840") }]);
    await send(aCommand("imagine", { size: "800x640" }));
    expect(responder.forms.at(-1)?.fields.find(({ name }) => name === "size")).toMatchObject({ value: "800x640" });
  });

  it("accepts a count in the full-width digits of Chinese keyboards, and no other notations", async () => {
    const { world, send, responder } = setUp();
    await send(aForm("command:imagine", { prompt: "a fox", count: " ３ " }));
    expect(world.requests).toMatchObject([{ request: { count: 3 } }]);
    for (const count of ["0x2", "1e0", "1,5", "-2", "1²", "①", "９".repeat(30)]) {
      await send(aForm("command:imagine", { prompt: "a fox", count }));
      expect(responder.problems.at(-1)).toMatchObject({ field: "count" });
    }
    expect(responder.problems).toHaveLength(7);
    expect(world.requests).toHaveLength(1);
  });

  it.each([
    ["provider-a/image-2", ["native"]],
    ["provider-b/pro-image-3", ["generation_config", "system_instruction", "safety_settings", "native"]],
  ])("accepts JSON for %s, in fields after all others", async (model, names) => {
    const { world, send, responder } = setUp();
    await send(aCommand("imagine", { model }));
    const fields = responder.forms[0]?.fields ?? [];
    expect(fields.slice(-names.length).map(({ name }) => name)).toEqual(names);
    expect(fields.filter((field) => field.type === "text" && field.isRare).map(({ name }) => name)).toEqual(names);
    await send(aForm("command:imagine", { prompt: "a fox", model, native: '{"seed":\n 7}' }));
    expect(world.requests).toMatchObject([{ request: { native: { seed: 7 } } }]);
    await send(aForm("command:imagine", { prompt: "a fox", model, native: '{"seed":\n 7,}' }));
    const { place, expected, found } = en.problem.jsonFaultAt;
    expect(responder.problems).toMatchObject([
      { field: "native", atField: expect.stringContaining(place(2, 4, expected.name, found("}"))) },
    ]);
  });
});
