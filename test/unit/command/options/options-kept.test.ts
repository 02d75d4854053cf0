import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import { splitCommandLine } from "../../../../src/command/parse/command-names.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import type { Form, FormField } from "../../../../src/core/chat/form.ts";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import type { MediaRequest } from "../../../../src/core/request/request.ts";
import { aCommand, aPress, GENERAL, MAX } from "../../../support/commands.ts";
import { aBatch, aJob } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";
import { aPicture } from "../../../support/gateway/video-references.ts";
import { KEPT, keptIn, nameOf, requestWith, type Sample } from "../../../support/request-options.ts";

const SAMPLES = KEPT.map((sample) => [nameOf(sample), sample] as const);
/** One of each kind, without required files. */
const CLIP_MODELS = ["alpha-h3(933/4-15秒/768p)", "beta-2.0-mini-12s", "beta-2.5-30img", "gamma3.0-video-480p"];
const ASKED = SAMPLES.filter(([, { option }]) => option.form !== undefined);

function aForm(form: Form | undefined, values: FormEvent["values"]): FormEvent {
  const about = { key: crypto.randomUUID(), conversation: GENERAL, actor: MAX, attachments: [] };
  return { kind: "form", ...about, form: form?.id ?? "", values };
}

const fieldOf = (form: Form | undefined, name: string): FormField | undefined =>
  form?.fields.find((field) => field.name === name);

/** A text without escape characters. */
function plain(text: string): string {
  return text.replaceAll("\\", "");
}

/** A field with this value; numbers as text. */
function filled({ given }: Pick<Sample, "given">): { readonly value: string | boolean } {
  return { value: typeof given === "boolean" ? given : String(given) };
}

/** A form's unchanged values, as the platform returns them. */
function valuesIn(form: Form | undefined): Record<string, string | boolean> {
  const values = (form?.fields ?? []).map((field) => [field.name, ("value" in field && field.value) || ""] as const);
  return Object.fromEntries(values);
}

/** A failed request with this option, and its form for changes. */
async function changing(sample: Sample, references: Reference[] = []) {
  const dispatch = setUpDispatch();
  const request = { ...requestWith(sample), references };
  const batch = aBatch({ request, service: request.kind });
  dispatch.world.know(batch, [aJob({ state: "failed", service: request.kind })]);
  await dispatch.send(aPress(`change:${batch.id}`));
  const [form] = dispatch.responder.forms;
  return { ...dispatch, request, batch, form };
}

/** Other models of the same kind, with the options of the sample that they accept. */
function othersFor(sample: Sample): { name: string; kept: unknown }[] {
  const names = sample.kind === "image" ? IMAGE_MODELS.map(({ name }) => name) : CLIP_MODELS;
  return names
    .filter((name) => name !== sample.model)
    .map((name) => ({ name, kept: keptIn(requestFor(sample, name), sample) }));
}

/** The request for a model, without unsupported options. */
function requestFor(sample: Sample, model: string): MediaRequest {
  try {
    return requestWith(sample, { model });
  } catch {
    return requestWith(sample, { model, [sample.name]: undefined });
  }
}

describe.each(SAMPLES)("%s", (_title, sample) => {
  const { name, command, model, given } = sample;

  it("is stored in a preset, shown there, and used from it", async () => {
    const { world, send, said } = setUpDispatch();
    await send(aCommand("preset save", { preset: "mine", model, [name]: given }));
    await send(aCommand("preset list", {}));
    expect(plain(said())).toContain(`${name} ${String(given)}`);
    await send(aCommand(command, { prompt: "a fox", preset: "mine" }));
    expect(keptIn(world.requests[0]?.request, sample), said()).toEqual(sample.kept);
  });

  it("is part of the recipe", async () => {
    const { send, said, batch } = await changing(sample);
    await send(aPress(`recipe:${batch.id}`));
    expect(plain(said())).toContain(`${name} ${String(given)}`);
  });

  it("survives a change of the request, even without a field", async () => {
    const { world, send, request, form } = await changing(sample);
    await send(aForm(form, { ...valuesIn(form), prompt: "a cat" }));
    await send(aForm(form, { prompt: "a cat", model: request.model }));
    expect(world.requests.map((one) => one.request)).toEqual([
      { ...request, prompt: "a cat" },
      { ...request, prompt: "a cat" },
    ]);
  });

  it("survives a change of the request only for models that accept it", async () => {
    for (const other of othersFor(sample)) {
      const { world, send, form, said } = await changing(sample);
      await send(aForm(form, { prompt: "a cat", model: other.name }));
      expect(world.requests, `${other.name} ${said()}`).toHaveLength(1);
      expect(keptIn(world.requests[0]?.request, sample), other.name).toEqual(other.kept);
    }
  });

  it("is part of the line to type instead, which the command accepts, for edits too", async () => {
    for (const references of sample.kind === "image" ? [[], [aPicture()]] : [[]]) {
      const { form } = await changing(sample, references);
      const line = /`(\/.+)`/s.exec(form?.typed ?? "")?.[1] ?? "";
      const split = splitCommandLine(
        line,
        commands.map(({ spec }) => spec.name),
      );
      const spec = commands.find((known) => known.spec.name === split?.command)?.spec;
      if (!spec) throw new Error(`no command in ${line}`);
      expect(parseOptions(split?.rest ?? "", spec), line).toMatchObject({ ok: true, value: { [name]: given } });
    }
  });
});

describe.each(ASKED)("the form field of %s", (_title, sample) => {
  const { name, command, model, given } = sample;

  it("contains the given value and submits it", async () => {
    const { world, send, responder } = setUpDispatch();
    await send(aCommand(command, { model, [name]: given }));
    const [form] = responder.forms;
    expect(fieldOf(form, name)).toMatchObject(filled(sample));
    await send(aForm(form, { ...valuesIn(form), prompt: "a fox" }));
    expect(keptIn(world.requests[0]?.request, sample)).toEqual(sample.kept);
  });

  it("contains the value to change, and removes it when emptied", async () => {
    const { world, send, form, request } = await changing(sample);
    expect(fieldOf(form, name)).toMatchObject(filled(sample));
    await send(aForm(form, { ...valuesIn(form), prompt: "a cat", [name]: typeof given === "boolean" ? false : "" }));
    const without = requestWith(sample, { [name]: undefined, prompt: "a cat" });
    expect(world.requests.map((one) => one.request)).toEqual([without]);
    expect(without).not.toEqual({ ...request, prompt: "a cat" });
  });

  it("appears in the form of a preset that has it, and survives submitting it", async () => {
    const { send, responder, said } = setUpDispatch();
    await send(aCommand("preset save", { preset: "mine", model, [name]: given }));
    await send(aCommand("preset save", { preset: "mine" }));
    const button = responder.answers.at(-1)?.buttons?.find(({ label }) => label.includes("mine"));
    await send(aPress(button?.id ?? ""));
    const form = responder.forms.at(-1);
    // Flags stay unchanged.
    if (typeof given !== "boolean") expect(fieldOf(form, name)).toMatchObject(filled(sample));
    await send(aForm(form, valuesIn(form)));
    await send(aCommand("preset list", {}));
    expect(plain(said()).split("\n").at(-1)).toContain(`${name} ${String(given)}`);
  });
});
