import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { CommandSpec, OptionSpec } from "../../../../src/command/parse/spec.ts";
import type { ScopedSettings } from "../../../../src/core/account/policy/policy.ts";
import type { SuggestionQuery } from "../../../../src/core/chat/event.ts";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { ALL_OPTIONS } from "../../../../src/core/request/options/option-table.ts";
import { bodyOf, type MediaRequest } from "../../../../src/core/request/request.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import { optionOfField } from "../../../../src/core/request/wire-option.ts";
import { viewCommands } from "../../../../src/platforms/console/commands/command-list.ts";
import { registrationOf } from "../../../../src/platforms/discord/commands/command-list.ts";
import { LOCALES } from "../../../../src/lib/locale.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { optionInChinese } from "../../../../src/text/zh-cn/names.ts";
import { aCommand, aText, GENERAL, MAX } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";
import {
  commandsFor,
  KEPT,
  keptIn,
  NOT_KEPT,
  nameOf,
  requestWith,
  type Sample,
} from "../../../support/request-options.ts";

const SAMPLES = KEPT.map((sample) => [nameOf(sample), sample] as const);

function specOf(command: string): CommandSpec {
  const found = commands.find(({ spec }) => spec.name === command)?.spec;
  if (!found) throw new Error(`there is no /${command}`);
  return found;
}

describe("the option table", () => {
  it("contains options stored in requests, files, and a few more", () => {
    const kept = new Set(KEPT.map(({ name }) => name));
    const others = ALL_OPTIONS.filter(([name, { type, legacyOf }]) => {
      return !kept.has(name) && legacyOf === undefined && !type.startsWith("attachment");
    });
    expect(others.map(([name]) => name)).toEqual(NOT_KEPT);
  });

  it("contains all options of the commands", () => {
    for (const command of ["imagine", "edit", "video"] as const) {
      const declared = ALL_OPTIONS.filter(([, option]) => option.commands[command]).map(([name]) => name);
      const taken = specOf(command).options.map(({ name }) => name);
      expect(taken.toSorted()).toEqual(declared.toSorted());
    }
  });

  it("is covered by forms, except for these", () => {
    const left = ALL_OPTIONS.filter(([, { form }]) => form === undefined).map(([name]) => name);
    expect(left).toEqual(["from", "duration"]);
  });
});

describe.each(SAMPLES)("%s", (_title, sample) => {
  const { name, option, command, model, given } = sample;

  it("is accepted by every such command, and stored in presets", () => {
    for (const taking of commandsFor(sample)) {
      const spec = specOf(taking).options.find((known) => known.name === name);
      expect(spec, taking).toMatchObject({ type: option.type });
      expect(spec?.inline, taking).toBe(option.commands[taking]?.inline);
    }
  });

  it("is offered by every platform that has room for it", () => {
    const registered = JSON.stringify(
      registrationOf(commands.map(({ spec }) => spec)).find((one) => one.name === command),
    );
    expect(registered.includes(`"name":"${name}"`)).toBe(!option.commands[command]?.inline);
    for (const locale of LOCALES) {
      const view = viewCommands([specOf(command)], textsFor(locale))[0]?.options.find((one) => one.name === name);
      expect(view?.description.length).toBeGreaterThan(0);
    }
  });

  it("has names in both languages, including forms", () => {
    expect(optionInChinese(name) ?? "", "add its name to optionNamesZhCN in src/text/zh-cn/options.ts").toMatch(
      /^\p{sc=Han}+$/u,
    );
    for (const locale of option.form ? LOCALES : []) {
      expect(
        Object.keys(textsFor(locale).fields),
        `add its label to optionLabels${locale.replace("-", "").replace(/^./, (letter) => letter.toUpperCase())} in src/text/${locale.toLowerCase()}/options.ts`,
      ).toContain(name);
    }
  });

  it("is parsed from text and from picked options", async () => {
    for (const taking of commandsFor(sample)) {
      expect(parseOptions(`x ${typed(sample)}`, specOf(taking)), taking).toMatchObject({
        ok: true,
        value: { [name]: given },
      });
    }
    for (const event of [
      aText(`/${command} a fox --model ${model} ${typed(sample)}`),
      aCommand(command, { prompt: "a fox", model, [name]: given }),
    ]) {
      const { world, send, said } = setUpDispatch();
      await send(event);
      expect(keptIn(world.requests[0]?.request, sample), said()).toEqual(sample.kept);
    }
  });

  it("is suggested for other tools' names", () => {
    for (const other of option.alsoCalled ?? []) {
      for (const taking of [command, "preset save"]) {
        const spec = specOf(taking);
        if (spec.options.some((known) => known.name === other)) continue;
        const parsed = parseOptions(`x --${other} y`, spec);
        const [problem] = parsed.ok ? [] : parsed.problems;
        expect(problem, `${taking} ${other}`).toMatchObject({ rule: "unknown_option", suggestion: expect.any(String) });
        if (taking === command) expect(problem, other).toMatchObject({ suggestion: name });
      }
    }
  });

  it("is suggested with the model's values, if it has a list", async () => {
    const offered = async (options: SuggestionQuery["options"]) =>
      (
        await setUpDispatch().suggest({ conversation: GENERAL, actor: MAX, command, option: name, typed: "", options })
      ).map(({ value }) => value);
    expect(await offered({ model })).toEqual(sample.values ?? []);
    for (const other of modelsWithout(sample)) expect(await offered({ model: other }), other).toEqual([]);
    const spec: OptionSpec | undefined = specOf(command).options.find((known) => known.name === name);
    const known = spec?.type === "text" ? spec.suggestions : sample.values;
    for (const value of sample.values ?? []) expect(known).toContain(value);
  });

  it("is refused by name for a model that lacks it", async () => {
    for (const other of modelsWithout(sample).slice(0, 3)) {
      const { world, send, said } = setUpDispatch();
      await send(aCommand(command, { prompt: "a fox", model: other, [name]: given }));
      expect(world.requests, other).toEqual([]);
      expect(said()).toContain(`\`${name}\``);
    }
  });

  it("is sent to the gateway, and errors about its field name it", () => {
    for (const other of sample.field.holdsFields ? [model] : modelsWith(sample)) {
      const request = requestWith(sample, { model: other, [name]: valueFor(sample, other) });
      const fields = fieldsSent(request);
      const wire = wireOf(sample, other);
      if (wire !== undefined) {
        expect(asText(fields[wire]), other).toBe(asText(keptIn(request, sample)));
        expect(optionOfField(wire, request)).toBe(name);
      } else if (sample.field.holdsFields) {
        expect(fields).toMatchObject(sample.kept as object);
      } else {
        const bare = fieldsSent(requestWith(sample, { model: other, [name]: undefined }));
        expect(asText(fields) === asText(bare), other).toBe(UNSENT.has(name));
      }
    }
  });

  it("respects admins' rules: blocked words in texts, and the declared bound", async () => {
    const { policy } = option;
    const [word = ""] = /[a-z]{4,}/i.exec(JSON.stringify(sample.kept)) ?? [];
    // An option without a list of values can contain words, declared or not.
    if (!sample.values && option.type === "text") expect(await made(sample, { blockedWords: [word] })).toBe(0);
    if (policy === "maxCount" || policy === "maxSeconds") expect(await made(sample, { [policy]: 1 })).toBe(0);
    expect([undefined, "words", "maxCount", "maxSeconds"]).toContain(policy);
    expect(await made(sample, { blockedWords: ["elsewhere"], maxCount: 10, maxSeconds: 86_400 })).toBe(1);
  });
});

/** How many requests this sample makes under these organisation rules. */
async function made({ name, command, model, given }: Sample, settings: ScopedSettings["settings"]): Promise<number> {
  const { world, send } = setUpDispatch({ rules: [{ scope: { kind: "organisation", id: "" }, settings }] });
  await send(aCommand(command, { prompt: "a fox", model, [name]: given }));
  return world.requests.length;
}

/** Each job makes one picture, and a suffix model's tier comes from its name, so these are not sent. */
const UNSENT: ReadonlySet<string> = new Set(["count", "resolution"]);

function fieldsSent(request: MediaRequest): Readonly<Record<string, unknown>> {
  return JSON.parse(bodyOf(request, () => "https://files.test/1.png").body);
}

/** Some models take seconds as text. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As people type it. */
function typed({ name, option, given }: Sample): string {
  return option.type === "flag" ? `--${name}` : `--${name} ${String(given)}`;
}

function modelsWith({ kind, option }: Sample): readonly string[] {
  return kind === "image"
    ? IMAGE_MODELS.filter((model) => option.image?.takenBy(model)).map(({ name }) => name)
    : VIDEO_MODEL_NAMES.filter((name) => {
        const model = findVideoModel(name);
        return option.video?.takenBy(model) && (typeof model.images === "string" || model.images.min === 0);
      });
}

function modelsWithout({ kind, option }: Sample): readonly string[] {
  return kind === "image"
    ? IMAGE_MODELS.filter((model) => !option.image?.takenBy(model)).map(({ name }) => name)
    : VIDEO_MODEL_NAMES.filter((name) => !option.video?.takenBy(findVideoModel(name)));
}

function wireOf({ kind, option }: Sample, model: string): string | undefined {
  if (kind === "video") return option.video?.wire[findVideoModel(model).kind];
  const provider = IMAGE_MODELS.find(({ name }) => name === model)?.provider;
  return provider && option.image?.wire[provider];
}

/** A value that this model accepts. */
function valueFor({ kind, option, given }: Sample, name: string): string | number | boolean {
  const image = IMAGE_MODELS.find((model) => model.name === name);
  const values =
    kind === "image" ? image && option.image?.values?.(image, {}) : option.video?.values?.(findVideoModel(name), {});
  const value = values?.at(-1);
  return value === undefined ? given : option.type === "number" ? Number(value) : value;
}
