import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import { MAX_EDIT_IMAGES } from "../../../../src/lib/limits.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aText, type CommandWorldOptions } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const picture = (name: string) => ({ source: name, name, mimeType: "image/png", bytes: 1 });
const [CAT, DOG] = [picture("cat.png"), picture("dog.png")];

async function ask(
  line: string,
  attachments: readonly (typeof CAT)[] = [],
  options: CommandWorldOptions = {},
  canLoad = true,
) {
  const made = setUpDispatch(options, {}, commands, { canLoad: async () => canLoad });
  await made.send(aText(line, { attachments }));
  return { requests: made.world.requests.map(({ request }) => request), refusals: made.refusals, said: made.said() };
}

describe("an edit", () => {
  it("keeps its mask apart from its pictures", async () => {
    const { requests } = await ask("/edit make it blue --mask 1", [CAT, DOG]);
    expect(requests).toMatchObject([{ references: [{ name: "dog.png" }], mask: { name: "cat.png" } }]);
    expect((await ask("/edit make it blue", [CAT, DOG])).requests[0]).not.toHaveProperty("mask");
  });

  it.each([
    ["no picture", "/edit make it blue", []],
    ["only a mask", "/edit make it blue --mask 1", [CAT]],
  ])("with %s is refused", async (_what, line, files) => {
    const { requests, refusals } = await ask(line, files);
    expect(refusals).toEqual([["image_required"]]);
    expect(requests).toEqual([]);
  });

  it("takes as many pictures as a model takes, and is refused with one more", async () => {
    const all = Array.from({ length: MAX_EDIT_IMAGES + 1 }, (_, index) => picture(`${index}.png`));
    const most = await ask("/edit put them together", all.slice(1));
    expect(most.requests[0]?.references).toHaveLength(MAX_EDIT_IMAGES);
    const { requests, refusals } = await ask("/edit put them together", all);
    expect(refusals).toEqual([["too_many_files"]]);
    expect(requests).toEqual([]);
  });
});

describe("a clip", () => {
  it("keeps which picture is its first frame and which its last", async () => {
    const { requests } = await ask("/video run --last_frame 1 --first_frame 2", [CAT, DOG]);
    expect(requests[0]?.references.map((one) => ("role" in one ? [one.name, one.role] : one.name))).toEqual([
      ["cat.png", "last_frame"],
      ["dog.png", "first_frame"],
    ]);
    const plain = await ask("/video run", [CAT]);
    expect(plain.requests[0]?.references[0]).not.toHaveProperty("role");
  });

  it("is not made if the gateway can't load its files", async () => {
    expect((await ask("/video run", [CAT], {}, false)).requests).toEqual([]);
    expect((await ask("/edit make it blue", [CAT], {}, false)).requests).toHaveLength(1);
  });
});

describe("nothing is made, and nothing is spent", () => {
  it("in private, where Easel can't write to the member", async () => {
    const { requests, said } = await ask("/imagine a fox --private");
    expect(said).toBe(en.presets.noDirect.unknown);
    expect(requests).toEqual([]);
  });

  it.each(["/imagine a fox", "/video a fox"])("without a key, and the answer says so: %s", async (line) => {
    const { requests, said } = await ask(line, [], { hasKey: false });
    expect(requests).toEqual([]);
    expect(said).not.toBe("");
  });
});
