import { describe, expect, it } from "vitest";
import {
  adaptersKeepApart,
  commandsUseOnlySrc,
  concretePartsAreUnknown,
  configStaysAtTheTop,
  coreUsesFewPackages,
  exceptionsAreNeeded,
  importsPointDown,
  packagesStayInPlace,
  pageStaysInTheBrowser,
  type Rule,
} from "./imports.ts";
import { importsHaveNoCycles } from "./cycles.ts";
import { OPEN } from "./layout.ts";
import { readModule } from "./module.ts";
import { readTree } from "./tree.ts";

const program = await readTree(["src", "commands"]);

/** The breaches of a rule in one file. */
const check = (rule: Rule, path: string, text: string): readonly string[] => rule([readModule(path, text)]);

it("reads the whole program", () => {
  const paths = program.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["src/app/app.ts", "commands/index.ts", "src/web/main.tsx"]));
  expect(program.flatMap(({ imports }) => imports).filter(({ ours }) => ours).length).toBeGreaterThan(program.length);
});

describe("imports point down the layers", () => {
  it("in the whole program", () => {
    expect(importsPointDown(program)).toEqual([]);
  });

  it("reports an upward import", () => {
    const text = 'import { submit } from "../../worker/submit-job.ts";';
    expect(check(importsPointDown, "src/core/job/job.ts", text)).toEqual([
      "src/core/job/job.ts imports src/worker/submit-job.ts: src/worker is above src/core",
    ]);
    expect(check(importsPointDown, "src/app/http/health.ts", text)).toEqual([]);
  });

  it.each([
    ["src/worker/delivery/a.ts", 'export * from "../../../commands/index.ts";'],
    ["src/text/a.ts", 'export { a } from "../sandbox/a.ts";'],
    ["src/text/a.ts", 'const a = await import("../sandbox/a.ts");'],
    ["src/text/a.ts", 'type A = import("../sandbox/a.ts").A;'],
    ["src/lib/clock.ts", 'import type { A } from "../core/a.ts";'],
    ["src/worker/a.ts", 'import { a } from "../app/app.ts";'],
    ["src/worker/a.ts", 'import { a } from "../elsewhere/a.ts";'],
    ["src/worker/a.ts", 'import { a } from "../../test/support/a.ts";'],
  ])("reports every form of import, in %s: %s", (path, text) => {
    expect(check(importsPointDown, path, text)).toHaveLength(1);
  });
});

describe("imports have no cycles, not even of types", () => {
  it("in the whole program", () => {
    expect(importsHaveNoCycles(program)).toEqual([]);
  });

  it("reports a cycle of types", () => {
    const modules = [
      readModule("src/lib/a.ts", 'import type { B } from "./b.ts";'),
      readModule("src/lib/b.ts", 'import { c } from "./c.ts";'),
      readModule("src/lib/c.ts", 'import type { B } from "./b.ts";'),
    ];
    expect(importsHaveNoCycles(modules)).toEqual(["src/lib/b.ts -> src/lib/c.ts -> src/lib/b.ts"]);
    expect(importsHaveNoCycles(modules.slice(0, 2))).toEqual([]);
  });
});

describe("only the composition root knows concrete parts", () => {
  it("in the whole program", () => {
    expect(concretePartsAreUnknown(program)).toEqual([]);
  });

  it.each([
    ["src/worker/job-service.ts", "../db/jobs/job-store.ts"],
    ["src/command/dispatch.ts", "../platforms/console/api/people.ts"],
    ["src/core/chat/message.ts", "../../platforms/console/api/api.ts"],
    ["src/worker/watch/progress-stream.ts", "../../gateway/http/sse.ts"],
    ["src/command/parse/help.ts", "../../db/database-failure.ts"],
    ["src/worker/delivery/batch-reconciler.ts", "../../media/store/folder-store.ts"],
    ["src/gateway/http/http.ts", "../../app/metrics/meters.ts"],
  ])("forbids %s to import %s", (path, specifier) => {
    const text = `import { a } from "${specifier}";`;
    expect(check(concretePartsAreUnknown, path, text)).toHaveLength(1);
  });

  it("allows the composition root and their own folder to import them", () => {
    const text = 'import { a } from "../db/jobs/job-store.ts";';
    expect(check(concretePartsAreUnknown, "src/app/app.ts", text)).toEqual([]);
    expect(check(concretePartsAreUnknown, "src/db/embedded/a.ts", 'import { a } from "../failure.ts";')).toEqual([]);
  });

  it("allows only the types of a file whose types alone are open", () => {
    const path = "src/platforms/slack/open.ts";
    const database = "../../db/connection.ts";
    expect(check(concretePartsAreUnknown, path, `import type { Database } from "${database}";`)).toEqual([]);
    expect(check(concretePartsAreUnknown, path, `import { type Database } from "${database}";`)).toEqual([]);
    expect(check(concretePartsAreUnknown, path, `import { a } from "${database}";`)).toHaveLength(1);
    expect(check(concretePartsAreUnknown, path, `import "${database}";`)).toHaveLength(1);
  });
});

describe("exceptions", () => {
  it("are all needed, and at most five", () => {
    expect(exceptionsAreNeeded(program)).toEqual([]);
    expect(Object.keys(OPEN).length).toBeLessThanOrEqual(5);
  });

  it("are reported if no import needs them", () => {
    expect(exceptionsAreNeeded([])).toContain("the exception for src/db/connection.ts is not needed");
  });
});

describe("the core uses few packages", () => {
  it("in all of its files", () => {
    expect(coreUsesFewPackages(program)).toEqual([]);
  });

  it.each(["discord.js", "pino", "node:fs/promises", "undici"])("reports %s", (name) => {
    const text = `import { a } from "${name}";`;
    expect(check(coreUsesFewPackages, "src/core/job/job.ts", text)).toHaveLength(1);
    expect(check(coreUsesFewPackages, "src/app/app.ts", text)).toEqual([]);
  });
});

describe("adapters never import each other", () => {
  it("in the whole program", () => {
    expect(adaptersKeepApart(program)).toEqual([]);
  });

  it("reports an import of another adapter", () => {
    const text = 'import { a } from "../console/open.ts"; import { Message } from "../../core/chat/message.ts";';
    expect(check(adaptersKeepApart, "src/platforms/slack/open.ts", text)).toEqual([
      "src/platforms/slack/open.ts imports src/platforms/console/open.ts: both are adapters",
    ]);
    expect(check(adaptersKeepApart, "src/platforms/console/platform.ts", text)).toEqual([]);
  });
});

describe("the configuration is passed down from the top", () => {
  it("in the whole program", () => {
    expect(configStaysAtTheTop(program)).toEqual([]);
  });

  it("reports an import by any other part", () => {
    const text = 'import type { Config } from "../config/config.ts";';
    expect(check(configStaysAtTheTop, "src/worker/lease.ts", text)).toHaveLength(1);
    expect(check(configStaysAtTheTop, "src/app/ready.ts", text)).toEqual([]);
  });
});

describe("commands use only src/, and only the composition root imports them", () => {
  it("in the whole program", () => {
    expect(commandsUseOnlySrc(program)).toEqual([]);
  });

  it("reports a package in a command, and an import of the commands by another part", () => {
    expect(check(commandsUseOnlySrc, "commands/imagine.ts", 'import { z } from "zod";')).toHaveLength(1);
    expect(check(commandsUseOnlySrc, "commands/imagine.ts", 'import { a } from "../src/lib/limits.ts";')).toEqual([]);
    const text = 'import { commands } from "../../commands/index.ts";';
    expect(check(commandsUseOnlySrc, "src/platforms/a.ts", text)).toHaveLength(1);
  });
});

describe("the page loads only what a browser can run", () => {
  it("in the whole program", () => {
    expect(pageStaysInTheBrowser(program)).toEqual([]);
  });

  it.each([
    ["src/web/app.tsx", "../platforms/console/routes/routes.ts"],
    ["src/web/app.tsx", "node:path"],
    ["src/platforms/console/api/api.ts", "../files.ts"],
    ["src/lib/locale.ts", "node:process"],
    ["src/platforms/console/routes/routes.ts", "../../../web/app.tsx"],
  ])("forbids %s to import %s", (path, specifier) => {
    expect(check(pageStaysInTheBrowser, path, `import { a } from "${specifier}";`)).toHaveLength(1);
  });
});

describe("some packages stay in their place", () => {
  it("in the whole program", () => {
    expect(packagesStayInPlace(program)).toEqual([]);
  });

  it.each([
    ["src/worker/job-service.ts", "drizzle-orm"],
    ["src/worker/job-service.ts", "drizzle-orm/pg-core"],
    ["src/app/metrics/database.ts", "postgres"],
    ["src/worker/submit-job.ts", "prom-client"],
    ["src/platforms/console/store/channel-store.ts", "postgres"],
    ["src/platforms/discord/open.ts", "undici"],
    ["src/platforms/console/routes/login-page.ts", "react-dom/client"],
  ])("forbids %s to import %s", (path, specifier) => {
    expect(check(packagesStayInPlace, path, `import { a } from "${specifier}";`)).toHaveLength(1);
    expect(check(packagesStayInPlace, path, `import { a } from "./${specifier}";`)).toEqual([]);
  });
});
