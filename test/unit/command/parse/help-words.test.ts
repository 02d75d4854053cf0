import { describe, expect, it } from "vitest";
import { placeScope } from "../../../../src/core/account/policy/scope.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aText, GENERAL } from "../../../support/commands.ts";
import { setUpDispatch as setUp } from "../../../support/dispatching.ts";

const photo = { source: "p", name: "photo.jpg", mimeType: "image/jpeg", bytes: 5 };
const result = { message: { conversation: GENERAL, id: "m-result" }, attachments: [], own: true, complete: true };

describe("help words", () => {
  it.each([
    "help",
    "Help!",
    "?",
    "？",
    "help me",
    "HELP PLEASE",
    "??",
    " (?) ",
    "?!",
    "help,  me",
    "help --",
    "?".repeat(200),
    "/help",
    "--help",
    "帮助",
    "怎么用？",
    "what can you do?",
  ])("%j get help", async (text) => {
    for (const changes of [{}, { mentionsUs: false, isDirect: true }, { target: result }, { attachments: [photo] }]) {
      const { world, send, said } = setUp({
        rules: [{ scope: placeScope(GENERAL, false), settings: { talk: "make" } }],
      });
      await send(aText(text, changes));
      expect(said()).toContain(en.help.title);
      expect(world.requests).toEqual([]);
    }
  });

  it("may name a command", async () => {
    const { send, said } = setUp();
    await send(aText("help video"));
    expect(said()).toContain("**/video**");
    expect(said()).not.toContain("**/imagine**");
  });

  it.each(["?".repeat(201), `help${"-".repeat(197)}`])("are not recognised in a long text", async (text) => {
    const { send, said } = setUp();
    await send(aText(text));
    expect(said()).not.toContain(en.help.title);
  });

  it("may name a group of commands", async () => {
    const { send, said } = setUp();
    await send(aText("help preset"));
    expect(said()).toContain("**/preset save**");
    expect(said()).not.toContain("**/imagine**");
  });

  it.each(["help arrives at dawn", "a fox?", "? a fox", "is it a fox? maybe"])(
    "are ordinary words within a sentence: %j",
    async (text) => {
      const { send, said } = setUp();
      await send(aText(text));
      expect(said()).toContain(en.talk.question(text));
    },
  );

  it.each(["help", " HELP ", "--help", "-h", "?", "？", "帮助"])(
    "behind a command's name explain that command: %j",
    async (word) => {
      const { world, send, said } = setUp();
      await send(aText(`/video ${word}`));
      expect(said()).toContain("**/video**");
      expect(world.requests).toEqual([]);
    },
  );
});
