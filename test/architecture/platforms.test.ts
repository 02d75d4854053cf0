import { describe, expect, it } from "vitest";
import { readModule } from "./module.ts";
import { PLATFORM_FILES, platformsAreNotNamed, platformsHaveOneLayout } from "./platforms.ts";
import { readTree } from "./tree.ts";

const program = await readTree(["src", "commands"]);

describe("every platform has the same layout", () => {
  it("in the whole program", () => {
    expect(platformsHaveOneLayout(program)).toEqual([]);
  });

  it("names the files that a new platform lacks, and what they are for", () => {
    const started = [readModule("src/platforms/telegram/open.ts", "")];
    const breaches = platformsHaveOneLayout(started);
    expect(breaches).toHaveLength(Object.keys(PLATFORM_FILES).length - 1);
    expect(breaches).toContain("src/platforms/telegram has no receive/receive-messages.ts: messages that people write");
  });

  it("reports a folder of another name", () => {
    const files = ["misc/a.ts", ...Object.keys(PLATFORM_FILES)].map((file) =>
      readModule(`src/platforms/telegram/${file}`, ""),
    );
    expect(platformsHaveOneLayout(files)).toEqual([
      "src/platforms/telegram/misc/a.ts is in none of a platform's folders",
    ]);
  });
});

describe("no file outside a platform's folder asks which platform it is", () => {
  it("in the whole program", () => {
    expect(platformsAreNotNamed(program)).toEqual([]);
  });

  it.each([
    'const a = platform === "console" ? 1 : 2;',
    'const a = "slack" !== platform;',
    'switch (platform) { case "discord": break; }',
    'type Two = "discord" | "other";',
    'const two = new Set(["slack"]);',
    'const titles = { discord: 1 }["discord"];',
  ])("reports %s", (text) => {
    expect(platformsAreNotNamed([readModule("src/worker/a.ts", text)])).toHaveLength(1);
    expect(platformsAreNotNamed([readModule("commands/a.ts", text)])).toHaveLength(1);
    expect(platformsAreNotNamed([readModule("src/platforms/slack/a.ts", text)])).toEqual([]);
  });

  it("allows the name of the Console's organisation", () => {
    expect(platformsAreNotNamed([readModule("src/core/a.ts", 'const CONSOLE = "console";')])).toEqual([]);
  });
});
