import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FIXTURE = "test/contract/platforms/skeleton.fixture.ts";
const execute = promisify(execFile);

const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** Runs the contract against a platform without any code, as a separate project. It must fail. */
async function runContract() {
  const folder = await mkdtemp(join(tmpdir(), "easel-skeleton-"));
  try {
    const config = join(folder, "vitest.config.mjs");
    const report = join(folder, "report.json");
    await writeFile(config, `export default { test: { include: ["${FIXTURE}"] } };`);
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const options = ["run", `--config=${config}`, `--root=${ROOT}`, "--reporter=json", `--outputFile=${report}`];
    await expect(execute(process.execPath, [vitest, ...options], { cwd: ROOT })).rejects.toMatchObject({ code: 1 });
    const { testResults } = Report.parse(JSON.parse(await readFile(report, "utf8")));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the contract of platforms", () => {
  it("names everything that is missing from an empty platform", async () => {
    const results = await runContract();
    expect(results.length).toBeGreaterThan(15);
    expect(results.filter(({ status }) => status !== "failed")).toEqual([]);
    const messages = results.flatMap(({ failureMessages }) => failureMessages ?? []);
    for (const message of messages) expect(message).toMatch(/ is not written yet/);
    const named = new Set(messages.map((message) => /Error: (\S+) is not written yet/.exec(message)?.[1]));
    expect([...named]).toEqual(
      expect.arrayContaining([
        "Platform.linked",
        "Platform.lookUp",
        "Platform.mayRead",
        "Platform.post",
        "PlatformHarness.hiddenLink",
        "PlatformHarness.say",
      ]),
    );
  });
});
