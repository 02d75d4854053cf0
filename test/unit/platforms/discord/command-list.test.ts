import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import { registrationOf } from "../../../../src/platforms/discord/commands/command-list.ts";
import type { CommandSpec } from "../../../../src/command/parse/spec.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { Commands } from "../../../support/fake-discord/command-schema.ts";

interface RegisteredPart {
  readonly name: string;
  readonly name_localizations?: Partial<Record<string, string>> | undefined;
  readonly options?: readonly RegisteredPart[] | undefined;
}

const SPECS: readonly CommandSpec[] = [
  { name: "jobs", options: [{ name: "job", type: "text" }] },
  { name: "easel help", isDefault: true, options: [{ name: "topic", type: "text" }] },
  { name: "easel link", options: [] },
  { name: "easel-admin groups create", adminOnly: true, options: [{ name: "group", type: "text", required: true }] },
  { name: "easel-admin groups list", adminOnly: true, options: [] },
];
const named = (name: string, specs = SPECS) => Commands.parse(registrationOf(specs)).find((one) => one.name === name);

describe("commands with names of several words", () => {
  it("become one Discord command with subcommands", () => {
    const { commands: say } = textsFor("en");
    expect(named("easel")).toMatchObject({
      options: [
        { type: 1, name: "help", description: say["easel help"], options: [{ name: "topic", autocomplete: true }] },
        { type: 1, name: "link", description: say["easel link"] },
      ],
    });
    expect(named("easel-admin")).toMatchObject({
      options: [
        {
          type: 2,
          name: "groups",
          options: [
            { type: 1, name: "create", options: [{ name: "group", required: true }] },
            { type: 1, name: "list" },
          ],
        },
      ],
    });
  });

  it("are hidden from members if all of them are for admins", () => {
    expect(named("easel-admin")).toMatchObject({ default_member_permissions: "0" });
    expect(named("easel")).not.toHaveProperty("default_member_permissions");
    const open: CommandSpec = { name: "easel-admin groups list", options: [] };
    const mixed = named("easel-admin", [...SPECS.filter(({ name }) => name !== open.name), open]);
    expect(mixed).not.toHaveProperty("default_member_permissions");
  });

  it("are refused if they exceed Discord's character limit for one command: nothing is cut", () => {
    const wordy: CommandSpec = {
      name: "easel-admin groups create",
      options: Array.from({ length: 25 }, () => ({ name: "quality", type: "text" }) as const),
    };
    const registered = (count: number) => registrationOf(Array.from({ length: count }, () => wordy));
    expect(JSON.stringify(registered(2))).toContain(textsFor("en").options.quality);
    expect(() => registered(5)).toThrow("/easel-admin has");
  });
});

describe("every command", () => {
  const specs = commands.map(({ spec }) => spec);

  it("has its Chinese name after the name that is typed", () => {
    const walk = (part: RegisteredPart): void => {
      expect(part.name_localizations?.["zh-CN"]).toMatch(new RegExp(`^${part.name}-\\p{sc=Han}+$`, "u"));
      part.options?.forEach(walk);
    };
    for (const command of Commands.parse(registrationOf(specs))) if (command.type === 1) walk(command);
  });

  it("is within Discord's limits", () => {
    expect(() => Commands.parse(registrationOf(specs))).not.toThrow();
  });

  it.each([
    ["twice in one language", { "zh-CN": "同名" }, { "zh-CN": "同名" }],
    ["as the default name of another", { "zh-CN": "link" }, {}],
  ])("would be refused with a name that occurs %s", (_name, help, link) => {
    const local: Readonly<Record<string, object>> = { help, link };
    const localised = registrationOf(SPECS).map((one) =>
      one.name === "easel" && "options" in one
        ? { ...one, options: one.options?.map((part) => ({ ...part, name_localizations: local[part.name] })) }
        : one,
    );
    expect(Commands.safeParse(localised).success).toBe(false);
  });

  it("describes the first word of its name", () => {
    for (const { name } of specs) {
      const words = name.split(" ");
      for (let count = 1; count < words.length; count++) {
        for (const locale of ["en", "zh-CN"] as const) {
          expect(Object.keys(textsFor(locale).commandGroups)).toContain(words.slice(0, count).join(" "));
        }
      }
    }
  });
});
