import { describe, expect, it } from "vitest";
import {
  adaptersKeepApart,
  commandsKeepToTheHouse,
  concretePartsAreUnknown,
  configStaysAtTheTop,
  exceptionsAreNeeded,
  importsPointDown,
  packagesStayInPlace,
  pageStaysInTheBrowser,
  type Rule,
} from "./imports.ts";
import { readModule } from "./module.ts";
import { readTree } from "./tree.ts";

const program = await readTree(["src", "commands"]);

/** What a rule says of one file. */
const judge = (rule: Rule, path: string, text: string): readonly string[] => rule([readModule(path, text)]);

it("looks at the whole program", () => {
  const paths = program.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["src/app.ts", "commands/index.ts", "src/chat/console/page/main.tsx"]));
  expect(program.flatMap(({ imports }) => imports).filter(({ ours }) => ours).length).toBeGreaterThan(program.length);
});

describe("imports point down the layers, or to a port", () => {
  it("everywhere", () => {
    expect(importsPointDown(program)).toEqual([]);
  });

  it("so that an upward import is a breach", () => {
    const text = 'import { submit } from "../job/submit.ts";';
    expect(judge(importsPointDown, "src/watch/watcher.ts", text)).toEqual([
      "src/watch/watcher.ts imports src/job/submit.ts: src/job lies above",
    ]);
    expect(judge(importsPointDown, "src/command/dispatch.ts", text)).toEqual([]);
  });

  it.each([
    ["src/delivery/a.ts", 'export * from "../../commands/index.ts";'],
    ["src/text/a.ts", 'export { a } from "../sandbox/a.ts";'],
    ["src/text/a.ts", 'const a = await import("../sandbox/a.ts");'],
    ["src/text/a.ts", 'type A = import("../sandbox/a.ts").A;'],
    ["src/clock.ts", 'import { a } from "./text/a.ts";'],
    ["src/job/a.ts", 'import { a } from "../app.ts";'],
    ["src/job/a.ts", 'import { a } from "../elsewhere/a.ts";'],
    ["src/job/a.ts", 'import { a } from "../../test/support/a.ts";'],
  ])("in whatever way %s says it: %s", (path, text) => {
    expect(judge(importsPointDown, path, text)).toHaveLength(1);
  });

  it("to a port's types only, where it has nothing else to offer", () => {
    const path = "src/db/job-store.ts";
    expect(judge(importsPointDown, path, 'import type { JobStore } from "../job/store.ts";')).toEqual([]);
    expect(judge(importsPointDown, path, 'import { type JobStore } from "../job/store.ts";')).toEqual([]);
    expect(judge(importsPointDown, path, 'import { a } from "../job/store.ts";')).toHaveLength(1);
    expect(judge(importsPointDown, path, 'import "../job/store.ts";')).toHaveLength(1);
  });
});

describe("only the composition root knows concrete parts", () => {
  it("everywhere", () => {
    expect(concretePartsAreUnknown(program)).toEqual([]);
  });

  it.each([
    ["src/job/service.ts", "../db/job-store.ts"],
    ["src/command/dispatch.ts", "../chat/console/people.ts"],
    ["src/chat/message.ts", "./console/api.ts"],
    ["src/watch/stream.ts", "../gateway/sse.ts"],
    ["src/ops/http-server.ts", "../db/failure.ts"],
    ["src/delivery/keeper.ts", "../media/folder-store.ts"],
    ["src/gateway/http.ts", "../ops/metrics.ts"],
  ])("so that %s may not import %s", (path, specifier) => {
    const text = `import { a } from "${specifier}";`;
    expect(judge(concretePartsAreUnknown, path, text)).toHaveLength(1);
  });

  it("while the composition root, and their own folder, may", () => {
    expect(judge(concretePartsAreUnknown, "src/app.ts", 'import { a } from "./db/job-store.ts";')).toEqual([]);
    expect(judge(concretePartsAreUnknown, "src/db/embedded/a.ts", 'import { a } from "../failure.ts";')).toEqual([]);
  });
});

describe("exceptions", () => {
  it("are all needed", () => {
    expect(exceptionsAreNeeded(program)).toEqual([]);
  });

  it("are reported when nothing needs them", () => {
    expect(exceptionsAreNeeded([])).toContain("the exception for src/chat/message.ts is not needed");
  });
});

describe("adapters never import each other", () => {
  it("anywhere", () => {
    expect(adaptersKeepApart(program)).toEqual([]);
  });

  it("by any path", () => {
    const text = 'import { people } from "../console/people.ts"; import { Message } from "../message.ts";';
    expect(judge(adaptersKeepApart, "src/chat/slack/slack.ts", text)).toEqual([
      "src/chat/slack/slack.ts imports src/chat/console/people.ts: both are adapters",
    ]);
    expect(judge(adaptersKeepApart, "src/chat/console/console.ts", text)).toEqual([]);
  });
});

describe("the configuration is handed out from the top", () => {
  it("everywhere", () => {
    expect(configStaysAtTheTop(program)).toEqual([]);
  });

  it("so that no other part takes it", () => {
    const text = 'import type { Config } from "../config.ts";';
    expect(judge(configStaysAtTheTop, "src/job/worker.ts", text)).toHaveLength(1);
    expect(judge(configStaysAtTheTop, "src/ops/ready.ts", text)).toEqual([]);
  });
});

describe("commands use src/ only, and src/app.ts takes them in", () => {
  it("everywhere", () => {
    expect(commandsKeepToTheHouse(program)).toEqual([]);
  });

  it("so that no package and no other importer comes between", () => {
    expect(judge(commandsKeepToTheHouse, "commands/imagine.ts", 'import { z } from "zod";')).toHaveLength(1);
    expect(judge(commandsKeepToTheHouse, "commands/imagine.ts", 'import { a } from "../src/limits.ts";')).toEqual([]);
    const text = 'import { commands } from "../../commands/index.ts";';
    expect(judge(commandsKeepToTheHouse, "src/ops/ready.ts", text)).toHaveLength(1);
  });
});

describe("the page loads what a browser can run", () => {
  it("everywhere", () => {
    expect(pageStaysInTheBrowser(program)).toEqual([]);
  });

  it.each([
    ["src/chat/console/page/app.tsx", "../routes.ts"],
    ["src/chat/console/page/app.tsx", "node:path"],
    ["src/chat/console/api.ts", "./files.ts"],
    ["src/text/locale.ts", "node:process"],
    ["src/chat/console/routes.ts", "./page/app.tsx"],
  ])("so that %s may not import %s", (path, specifier) => {
    expect(judge(pageStaysInTheBrowser, path, `import { a } from "${specifier}";`)).toHaveLength(1);
  });
});

describe("some packages stay in their place", () => {
  it("everywhere", () => {
    expect(packagesStayInPlace(program)).toEqual([]);
  });

  it.each([
    ["src/job/service.ts", "drizzle-orm"],
    ["src/job/service.ts", "drizzle-orm/pg-core"],
    ["src/ops/metrics.ts", "postgres"],
    ["src/chat/console/channels.ts", "postgres"],
    ["src/chat/discord/discord.ts", "undici"],
    ["src/chat/console/login-page.ts", "react-dom/client"],
  ])("so that %s may not import %s", (path, specifier) => {
    expect(judge(packagesStayInPlace, path, `import { a } from "${specifier}";`)).toHaveLength(1);
    expect(judge(packagesStayInPlace, path, `import { a } from "./${specifier}";`)).toEqual([]);
  });
});
