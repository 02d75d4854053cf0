import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { ALL_OPTIONS } from "../../../src/core/request/options/option-table.ts";
import { viewCommands } from "../../../src/platforms/console/commands/command-list.ts";
import { registrationOf } from "../../../src/platforms/discord/commands/command-list.ts";
import { optionText } from "../../../src/text/render/describe-option.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { textsFor, type CommandKey } from "../../../src/text/texts.ts";
import { Commands } from "../../support/fake-discord/command-schema.ts";

interface Registered {
  readonly name: string;
  readonly description: string;
  readonly description_localizations?: Partial<Record<string, string>> | undefined;
  readonly options?: readonly Registered[] | undefined;
}

const specs = commands.map(({ spec }) => spec);

/** Rules with the same options for a channel, the workspace, the organisation and a group. */
const rules = (name: string): string[] =>
  ["channel", "workspace", "organisation", "group"].map((target) => `easel-admin ${target} ${name}`);
const QUOTAS = ["easel-admin quota set", "easel-admin quota grant", "easel-admin quota clear"];

/** Options with the same meaning in these commands, which share a description; all others differ. */
const SAME: readonly (readonly [option: string, commands: readonly string[]])[] = [
  ["model", ["imagine", "edit", "video"]],
  ["aspect_ratio", ["imagine", "edit"]],
  ["count", ["imagine", "preset save"]],
  ["preset", ["imagine", "edit", "video"]],
  ["secret", ["easel key add", "easel-admin keys add"]],
  ["key", ["assign", "disable", "enable", "free", "remove"].map((name) => `easel-admin keys ${name}`)],
  ["allow", rules("models")],
  ["mode", ["easel-admin channel talk", "easel-admin workspace talk"]],
  ["image_model", rules("defaults")],
  ["video_model", rules("defaults")],
  ["previews", ["easel-admin channel defaults", "easel-admin workspace defaults"]],
  ["max_seconds", rules("limits")],
  ["max_count", rules("limits")],
  ["at_once", rules("limits")],
  ["waiting", rules("limits")],
  ["uploads", rules("limits").slice(1)],
  ["channels", rules("limits").slice(1)],
  ["confirm_seconds", rules("limits")],
  ["approve_seconds", rules("limits")],
  ["approve_count", rules("limits")],
  ["approve_money", rules("limits")],
  ["clear", rules("limits")],
  ["only", rules("access")],
  ["block", rules("access")],
  ["words", rules("access")],
  ["guests", rules("access")],
  ["own_keys", rules("access")],
  ["group", ["show", "models", "defaults", "limits", "access", "reset"].map((name) => `easel-admin group ${name}`)],
  ["unit", QUOTAS],
  ["span", [...QUOTAS, "easel-admin usage"]],
  ["scope", QUOTAS],
  ["channel", QUOTAS],
  ["group", QUOTAS],
  ["person", QUOTAS],
  ["key", QUOTAS],
];

/** Request options with a special meaning in one of these commands. */
const OTHER_MEANINGS = new Set(["prompt", "model", "aspect_ratio", "count", "image", "preset"]);

/** The other request options mean the same everywhere. */
const SAME_MEANING = [
  ...SAME,
  ...ALL_OPTIONS.flatMap(([name, { commands: taking }]) => {
    const taken = Object.keys(taking);
    return taken.length > 1 && !OTHER_MEANINGS.has(name) ? [[name, taken] as const] : [];
  }),
];

describe.each(LOCALES)("option descriptions: %s", (locale) => {
  const texts = textsFor(locale);

  it("are shared only by options with the same meaning", () => {
    const shared = new Map<string, string[]>();
    for (const { name: command, options } of specs) {
      for (const { name } of options) {
        const key = JSON.stringify([name, optionText(command, name, texts)]);
        shared.set(key, [...(shared.get(key) ?? []), command]);
      }
    }
    const found = [...shared].flatMap(([key, names]) => {
      const [option]: string[] = JSON.parse(key);
      return names.length > 1 ? [[option, names.toSorted()]] : [];
    });
    const byText = (one: unknown, other: unknown): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect(found.toSorted(byText)).toEqual(
      SAME_MEANING.map(([option, names]) => [option, names.toSorted()]).toSorted(byText),
    );
  });

  it("differ within a command", () => {
    for (const { name: command, options } of specs) {
      const said = options.map(({ name }) => optionText(command, name, texts));
      expect(new Set(said).size, command).toBe(said.length);
    }
  });

  it("exist only for existing options and commands", () => {
    const within: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.optionsIn;
    for (const [name, options] of Object.entries(within)) {
      const below = specs.filter((spec) => spec.name === name || spec.name.startsWith(`${name} `));
      for (const option of Object.keys(options)) {
        expect(
          below.some((spec) => spec.options.some((one) => one.name === option)),
          `${name} ${option}`,
        ).toBe(true);
      }
    }
    const used = new Set<string>(specs.flatMap(({ options }) => options.map(({ name }) => name)));
    expect(Object.keys(texts.options).filter((option) => !used.has(option))).toEqual([]);
  });
});

describe("Discord's registration", () => {
  const registered = Commands.parse(registrationOf(specs));

  const described = (part: Registered, path: string): [path: string, text: string][] => [
    [path, part.description],
    [`${path} (zh-CN)`, part.description_localizations?.["zh-CN"] ?? ""],
    ...(part.options ?? []).flatMap((option) => described(option, `${path} ${option.name}`)),
  ];
  const all = registered.flatMap((command) => (command.type === 1 ? described(command, command.name) : []));

  it("has complete descriptions within Discord's limit", () => {
    expect(all.length).toBeGreaterThan(300);
    for (const [path, text] of all) {
      expect(text.length, path).toBeGreaterThan(0);
      expect(text.length, path).toBeLessThanOrEqual(100);
      expect(text, path).not.toMatch(/(?:…|\.\.\.)$/);
    }
  });

  it("uses the catalogue's texts verbatim", () => {
    const known = new Set<string>();
    for (const locale of LOCALES) {
      const texts = textsFor(locale);
      for (const text of Object.values({ ...texts.commandGroups, ...texts.commands })) known.add(text);
      for (const { name: command, options } of specs) {
        for (const option of options) {
          const text = optionText(command, option.name, texts);
          known.add(text);
          const shown = option.type === "attachments" ? option.shown : 0;
          for (let number = 1; number <= shown; number++) known.add(texts.help.numbered(text, number));
        }
      }
    }
    expect(all.filter(([, text]) => !known.has(text))).toEqual([]);
  });

  it("keeps each command within Discord's size limit", () => {
    // Discord allows 8,000 characters per command: names and descriptions, each in its longest language.
    const count = (part: Registered & { name_localizations?: Partial<Record<string, string>> | undefined }): number =>
      Math.max(part.name.length, part.name_localizations?.["zh-CN"]?.length ?? 0) +
      Math.max(part.description.length, part.description_localizations?.["zh-CN"]?.length ?? 0) +
      (part.options ?? []).reduce((sum, option) => sum + count(option), 0);
    const counts = registered.map((command) => (command.type === 1 ? count(command) : 0));
    expect(Math.max(...counts)).toBeGreaterThan(5_000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(8_000);
  });

  it("distinguishes the options for files", () => {
    const edit = registered.find((command) => command.name === "edit");
    const pictures = edit?.type === 1 ? (edit.options ?? []).filter(({ name }) => /^image\d+$/.test(name)) : [];
    expect(pictures.map(({ description }) => description)).toEqual(
      Array.from({ length: 16 }, (_, index) => `A picture to edit, number ${index + 1}`),
    );
    for (const [path, text] of all) expect(text, path).not.toMatch(/`--|number, name or link/);
  });
});

describe("forms", () => {
  it.each(LOCALES)("have labels and hints that fit every platform: %s", (locale) => {
    const { fields, forms, keys, costHint, options } = textsFor(locale);
    for (const label of Object.values(fields)) expect(label.length, label).toBeLessThanOrEqual(45);
    for (const title of [...Object.values(forms.title), keys.form.title]) {
      expect(title.length, title).toBeLessThanOrEqual(24);
    }
    const hints = [
      ...Object.values(options),
      costHint.seconds(86_400),
      costHint.count(10),
      ...Object.values(keys.form),
    ];
    for (const hint of hints) expect(hint.length, hint).toBeLessThanOrEqual(100);
  });
});

it("the Console explains how to give files, and hides hidden options", () => {
  for (const locale of LOCALES) {
    const texts = textsFor(locale);
    for (const view of viewCommands(specs, texts)) {
      const spec = specs.find(({ name }) => name === view.name);
      for (const { name, description } of view.options) {
        const option = spec?.options.find((one) => one.name === name);
        expect(option?.hidden, `${view.name} ${name}`).toBeUndefined();
        const text = option ? optionText(view.name as CommandKey, option.name, texts) : "";
        expect(description.startsWith(text), `${view.name} ${name}`).toBe(true);
        const isFile = option?.type === "attachment" || option?.type === "attachments";
        expect(description !== text, `${view.name} ${name}`).toBe(isFile);
      }
    }
  }
});

it.each(["unit", "span", "scope", "by", "admin_channel"])(
  "a Chinese description explains each English value of %s",
  (option) => {
    const texts = textsFor("zh-CN");
    for (const spec of specs) {
      const found = spec.options.find(({ name }) => name === option);
      if (!found) continue;
      const described = optionText(spec.name, found.name, texts);
      const unexplained = [...described.matchAll(/\b[a-z]{2,}\b(?!（)/g)].map(([value]) => value);
      expect(unexplained, `${spec.name}: ${described}`).toEqual([]);
    }
  },
);

it("a description never offers a value that the option does not accept", () => {
  // “None to get one” reads as if `none` could be typed.
  expect(textsFor("en").optionsIn["easel-admin join"].code).not.toContain("none");
});
