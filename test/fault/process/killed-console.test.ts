import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startEaselProcess } from "../../support/process/easel-process.ts";

it("the buttons of a private answer work after Easel was killed and restarted", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-words-"));
  const environment = { DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" };
  try {
    await using first = await startEaselProcess(environment);
    const before = createConsoleClient(first.url);
    await before.say("a patient fox");
    const question = await before.see("the question", (all) =>
      all.find(({ text }) => text.startsWith(en.talk.question("a patient fox"))),
    );
    await before.close();
    await first.end("SIGKILL");

    await using second = await startEaselProcess(environment);
    const after = createConsoleClient(second.url);
    await after.press(question, "Make it");
    await after.see("the result", (all) => all.find(({ files }) => files[0]?.description === "a patient fox"));
    expect(await createsAt(second.sandboxUrl)).toHaveLength(1);
    await after.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
