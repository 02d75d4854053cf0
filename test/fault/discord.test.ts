import { afterAll, describe, expect, it } from "vitest";
import { openDiscordFaultWorld, type DiscordFaultWorld } from "../support/discord/discord-fault.ts";
import { settled } from "../support/fault/fault-ledger.ts";
import { faultOptions } from "../support/fault/fault-options.ts";
import { FAULT_POINTS, type FaultPoint } from "../support/fault/fault-points.ts";
import { createSums, emptyLedger, NOTHING_WRONG, type Ledger } from "../support/fault/fault-sums.ts";
import { pause, within, type Replica } from "../support/fault/fault-world.ts";

/** Includes the moment after Discord shows the acknowledgement and before it confirms it. */
const POINTS = [...FAULT_POINTS, "acknowledge:shown"] as const;
const COUNT = 2;
/** Longer than any wait of a replica: its clock caps them. */
const PATIENCE_MS = 45_000;

const { rounds } = faultOptions();
const sums = createSums();

afterAll(() => {
  sums.report(`killed ${rounds} times at each of ${POINTS.length} points on Discord`);
});

describe("a process that is killed while it is connected to Discord", () => {
  it.concurrent.each(POINTS)("at %s leaves only work that another process finishes once", async (point) => {
    const here = await openDiscordFaultWorld();
    const ledger = emptyLedger();
    const asked: string[] = [];
    const ask = (): void => {
      const prompt = `${point} ${asked.length + 1}`;
      asked.push(prompt);
      here.person.command("imagine", { prompt, count: COUNT });
    };
    try {
      let serving = await here.start();
      for (let round = 1; round <= rounds; round++) {
        await killAt(point, serving, here, ask);
        serving = await here.replace(serving);
        expect(await settled(here.world, PATIENCE_MS)).toEqual([]);
      }
      // Notices are removed shortly after their batch is finished.
      await here.discord.until("a tidy channel", () => (isTidy(here) ? true : undefined), PATIENCE_MS).catch(() => {});
      expect(await audit(here, asked, ledger)).toEqual([]);
      expect(ledger).toMatchObject(NOTHING_WRONG);
    } finally {
      sums.add(ledger);
      await here.close();
    }
  });
});

async function killAt(
  point: FaultPoint | "acknowledge:shown",
  serving: Replica,
  { discord }: DiscordFaultWorld,
  ask: () => void,
): Promise<void> {
  if (point === "acknowledge:shown") {
    const held = Promise.withResolvers<void>();
    const route = "/interactions/:id/:token/callback";
    discord.interrupt({ method: "POST", route, after: true, hold: held.promise });
    const shown = discord.interactions.all().filter(({ original }) => original).length;
    ask();
    await discord.until("an acknowledgement", () =>
      discord.interactions.all().filter(({ original }) => original).length > shown ? true : undefined,
    );
    await serving.kill();
    held.resolve();
    return;
  }
  await serving.arm({ point, hit: 1, signal: "SIGKILL" });
  ask();
  for (let more = 1; more <= 10; more++) {
    await Promise.race([serving.gone, pause(2_000)]);
    if (serving.isGone()) return;
    ask();
  }
  await within(20_000, `reached ${point}`, serving.gone);
}

function isTidy({ thinking, notices }: DiscordFaultWorld): boolean {
  return thinking().length === 0 && notices().length === 0;
}

/** Counts the outcomes of all committed requests, and the other messages that remain in the channel. */
async function audit(here: DiscordFaultWorld, asked: readonly string[], ledger: Ledger): Promise<string[]> {
  const { sql } = here.world;
  const committed = await sql<{ prompt: string }[]>`select request->>'prompt' as prompt from batches`;
  const wrong: string[] = [];
  const count = (what: keyof typeof NOTHING_WRONG, why: string): void => {
    ledger[what] += 1;
    wrong.push(`${what}: ${why}`);
  };
  for (const prompt of asked) {
    ledger.asked += 1;
    const results = here.results(prompt);
    const files = results.reduce((sum, { attachments }) => sum + attachments.length, 0);
    ledger.made += files;
    const isCommitted = committed.some((batch) => batch.prompt === prompt);
    if (isCommitted && files < COUNT) count("lost", `${files} files for ${prompt}`);
    if (files > COUNT || results.length > 1 + COUNT) count("postedTwice", `${files} files for ${prompt}`);
  }
  for (const { content } of here.notices()) count("noticesLeft", content);
  for (const { id } of here.thinking()) count("thinkingLeft", id);
  return wrong;
}
