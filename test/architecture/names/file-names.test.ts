import { describe, expect, it } from "vitest";
import { readSources } from "../tree.ts";
import { namesHaveOneMeaning } from "./file-names.ts";

const paths = (await readSources(["src"])).map(({ path }) => path);

describe("one file name has one meaning", () => {
  it("in the whole program", () => {
    expect(paths.length).toBeGreaterThan(700);
    expect(namesHaveOneMeaning(paths)).toEqual([]);
  });

  it("reports a second file of the same name", () => {
    expect(namesHaveOneMeaning(["src/db/store.ts", "src/media/store.ts"], {})).toEqual([
      "store.ts has another meaning in db: rename it, or list it",
      "store.ts has another meaning in media: rename it, or list it",
    ]);
  });

  it("reports a third one when two are listed, and a listed name that is no longer shared", () => {
    const shared = { "audit.ts": { meaning: "what admins did", places: ["core", "db"] } };
    const files = ["src/core/audit.ts", "src/db/audit.ts", "src/web/audit.ts"];
    expect(namesHaveOneMeaning(files, shared)).toEqual(["audit.ts has another meaning in web: rename it, or list it"]);
    expect(namesHaveOneMeaning(files.slice(0, 1), shared)).toEqual(["audit.ts is listed, but no longer shared"]);
  });

  it.each([
    ["platforms share a layout", ["src/platforms/discord/post/upload.ts", "src/platforms/slack/post/upload.ts"]],
    ["the sandbox's two services share a layout", ["src/sandbox/image/size.ts", "src/sandbox/video/size.ts"]],
    ["a text is in two languages", ["src/text/en/admin/setup.ts", "src/text/zh-cn/admin/setup.ts"]],
    ["a store is named after its port", ["src/core/job/job-store.ts", "src/db/jobs/job-store.ts"]],
    ["a command is named after what people type", ["commands/edit.ts", "src/sandbox/image/edit.ts"]],
  ])("allows it because %s", (_why, files) => {
    expect(namesHaveOneMeaning(files, {})).toEqual([]);
  });

  it("reports a name that platforms use under different paths", () => {
    const files = ["src/platforms/discord/people/names.ts", "src/platforms/slack/post/names.ts"];
    expect(namesHaveOneMeaning(files, {})).toHaveLength(2);
  });
});
