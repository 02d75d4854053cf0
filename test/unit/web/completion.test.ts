import { describe, expect, it } from "vitest";
import type { CommandView } from "../../../src/platforms/console/api/api.ts";
import { applySuggestion, askedValue, complete } from "../../../src/web/state/completion.ts";

const option = (name: string, more: Partial<CommandView["options"][number]> = {}): CommandView["options"][number] => ({
  name,
  description: `${name}?`,
  type: "text",
  required: false,
  takesText: false,
  repeats: false,
  values: [],
  ...more,
});

const COMMANDS: CommandView[] = [
  {
    name: "imagine",
    isDefault: false,
    description: "Make pictures",
    options: [
      option("prompt", { required: true, takesText: true }),
      option("size", { values: ["auto", "1K", "2K"] }),
      option("count", { type: "number", values: ["1", "2", "10"] }),
      option("private", { type: "flag" }),
      option("image", { type: "attachment", repeats: true }),
      option("mask", { type: "attachment" }),
    ],
  },
  { name: "jobs", isDefault: false, description: "Jobs", options: [] },
  { name: "easel help", isDefault: true, description: "Help", options: [option("topic")] },
  { name: "easel link", isDefault: false, description: "Link", options: [] },
  { name: "easel-admin keys add", isDefault: false, description: "Add", options: [option("name")] },
  { name: "easel-admin pause", isDefault: false, description: "Pause", options: [] },
];

/** The suggestions at the end of the text: the kind, whether Enter accepts the first, and the labels. */
function offered(text: string) {
  const found = complete(text, text.length, COMMANDS);
  return found && [found.kind, found.eager, found.items.map((item) => item.label).join(" ")];
}

describe("suggestions while a person types", () => {
  it("are commands after a slash, by prefix", () => {
    expect(offered("/")).toEqual(["commands", true, "/imagine /jobs /easel /easel-admin"]);
    expect(offered("/IM")).toEqual(["commands", true, "/imagine"]);
    expect(offered("/x")).toBeUndefined();
    expect(offered("hello /")).toBeUndefined();
    expect(offered("")).toBeUndefined();
  });

  it("are names of several words, word by word", () => {
    expect(offered("/ea")).toEqual(["commands", true, "/easel /easel-admin"]);
    expect(offered("/easel ")).toEqual(["commands", true, "/easel help /easel link"]);
    expect(offered("/easel-admin ")).toEqual(["commands", true, "/easel-admin keys /easel-admin pause"]);
    expect(offered("/easel-admin keys a")).toEqual(["commands", true, "/easel-admin keys add"]);
    expect(offered("/easel-admin keys add ")).toEqual(["options", false, "--name"]);
    expect(offered("/easel-admin nokeys ")).toBeUndefined();
    expect(complete("/easel-", 7, COMMANDS)?.items[0]).toMatchObject({ insert: "/easel-admin ", hint: "keys pause" });
  });

  it("come from the server for values, under the command's whole name", () => {
    const text = "/easel-admin keys add --name a";
    expect(askedValue(text, text.length, COMMANDS)).toMatchObject({ command: "easel-admin keys add", option: "name" });
  });

  it("let Enter send when the command is complete", () => {
    expect(offered("/jobs")?.[1]).toBe(false);
    expect(offered("/imagine")?.[1]).toBe(true);
    expect(offered("/easel")?.[1]).toBe(false);
  });

  it("are options: only shown after a command, and selectable after two hyphens", () => {
    expect(offered("/imagine ")).toEqual(["options", false, "--size --count --private --image --mask"]);
    expect(offered("/imagine a fox")).toBeUndefined();
    expect(offered("/imagine a fox ")).toBeUndefined();
    expect(offered("/imagine a fox --")).toEqual(["options", true, "--size --count --private --image --mask"]);
    expect(offered("/imagine a fox —c")).toEqual(["options", true, "--count"]);
    expect(offered("/imagine a fox --size 1K ")).toEqual(["options", false, "--count --private --image --mask"]);
    expect(offered("/imagine a fox --private ")).toEqual(["options", false, "--size --count --image --mask"]);
  });

  it("are an option's values, until one is complete", () => {
    expect(offered("/imagine a fox --size ")).toEqual(["values", true, "auto 1K 2K"]);
    expect(offered("/imagine a fox --size=1")).toEqual(["values", true, "1K"]);
    expect(offered("/imagine a fox --size 1k")).toBeUndefined();
    expect(offered("/imagine a fox --count 1")).toBeUndefined();
    expect(offered("/imagine a lighthouse at dusk --size 1K --count 2")).toBeUndefined();
  });

  it("are the attached files, by name or number, for a file option", () => {
    const files = ["fox.png", "my hole.png", '9 "x".png'];
    const inserts = (text: string) =>
      complete(text, text.length, COMMANDS, files)?.items.map(({ insert }) => insert.trimEnd());
    expect(inserts("/imagine a fox --mask ")).toEqual(["fox.png", '"my hole.png"', "3"]);
    expect(inserts("/imagine a fox --mask my")).toEqual(['"my hole.png"']);
    expect(inserts("/imagine a fox --mask=F")).toEqual(["fox.png"]);
    const pasted = complete("/imagine --mask ", 16, COMMANDS, ["image.png", "Image.png"]);
    expect(pasted?.items.map(({ label }) => label)).toEqual(["1", "2"]);
    // Attached files are used without being named.
    expect(inserts("/imagine a fox --image ")).toBeUndefined();
  });

  it("are repeatable options, as often as needed", () => {
    expect(offered("/imagine a fox --image https://example.com/a.png --mask 1 ")?.[2]).toContain("--image");
    expect(offered("/imagine a fox --image https://example.com/a.png --mask 1 ")?.[2]).not.toContain("--mask");
  });

  it("are absent inside quotes", () => {
    expect(offered('/imagine --prompt "a fox --')).toBeUndefined();
  });

  it("replace what was typed and keep the rest", () => {
    const text = "/imagine a fox --s in snow";
    const found = complete(text, "/imagine a fox --s".length, COMMANDS);
    const [first] = found?.items ?? [];
    if (!found || !first) throw new Error("nothing was offered");
    const applied = applySuggestion(text, found, first);
    expect(applied).toEqual({ text: "/imagine a fox --size in snow", caret: "/imagine a fox --size ".length });
  });
});
