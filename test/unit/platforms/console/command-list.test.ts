import { expect, it } from "vitest";
import { edit } from "../../../../commands/edit.ts";
import { video } from "../../../../commands/video.ts";
import { viewCommands } from "../../../../src/platforms/console/commands/command-list.ts";
import { textsFor } from "../../../../src/text/texts.ts";

it("the Console also offers file options, says how many files a command takes, and offers no private results", () => {
  const [edits, clips] = viewCommands([edit.spec, video.spec], textsFor("en"));
  expect([edits?.maxFiles, clips?.maxFiles]).toEqual([17, 40]);
  expect([edits?.onlyPictures, clips?.onlyPictures]).toEqual([true, undefined]);
  const named = (name: string) =>
    [edits, clips].flatMap((one) => one?.options.filter((option) => option.name === name));
  expect(named("image")).toMatchObject([
    { type: "attachment", repeats: true },
    { type: "attachment", repeats: true },
  ]);
  expect(named("mask")).toMatchObject([{ type: "attachment", repeats: false }]);
  expect(named("from")).toMatchObject([{ type: "text", repeats: true }]);
  expect(named("private")).toEqual([]);
  // The server is asked which models may be used.
  expect(named("model")).toMatchObject([{ values: [] }, { values: [] }]);
});
