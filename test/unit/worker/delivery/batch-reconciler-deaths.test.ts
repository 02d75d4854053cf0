import { describe, expect, it } from "vitest";
import type { Around } from "../../../support/database/memory-delivery.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import { setUpReconciling as setUp } from "../../../support/media/reconciling.ts";

describe("a reconciler that dies between any two steps", () => {
  const scenarios = {
    "pictures are made": { prepare: [], change: ["fetched", "fetched"] },
    "pictures are there from the start": { prepare: ["fetched", "fetched"], change: [] },
    "one picture comes late": { prepare: [], change: ["fetched", "due"] },
    "everything was cancelled": { prepare: [], change: ["cancelled", "cancelled"] },
    "one failed": { prepare: [], change: ["failed", "fetched"] },
  } as const;
  type Change = (typeof scenarios)[keyof typeof scenarios]["prepare" | "change"][number];

  /** Runs a whole scenario in which the first reconciler dies at one of its calls. False if it never reached that call. */
  async function dyingAt(
    scenario: { readonly prepare: readonly Change[]; readonly change: readonly Change[] },
    at: number,
    when: "before" | "after",
    postOnce: boolean,
  ): Promise<boolean> {
    let calls = 0;
    let dead = false;
    const mortal: Around = async (_call, act) => {
      calls++;
      if (calls !== at) return act();
      if (when === "after") await act();
      dead = true;
      // A dead process never gets the answer.
      return new Promise(() => {});
    };
    const { clock, world, keep } = setUp({ jobs: 2, capabilities: { postOnce } }, mortal);
    const change = (changes: readonly Change[]): void => {
      for (const [index, to] of changes.entries()) {
        if (to === "fetched" || to === "due") world.make(index, to);
        else world.changeJob(index, { state: to, failure: { reason: "gateway" } });
      }
    };
    change(scenario.prepare);
    let reconciler = keep();
    const revive = async (): Promise<void> => {
      await settled();
      if (!dead) return;
      dead = false;
      reconciler = keep();
      await settled();
    };
    await revive();
    change(scenario.change);
    reconciler.wake();
    await revive();
    // Past the time for which a late picture delays the others.
    for (let minute = 0; minute < 4; minute++) {
      await clock.pass(60_000);
      await revive();
    }
    world.rows.jobs.forEach((_job, index) => world.fetch(index));
    reconciler.wake();
    await revive();
    await clock.finish(reconciler.done);

    const cancelled = world.rows.jobs.every((job) => job.state === "cancelled");
    const where = `died ${when} call ${at}`;
    expect(world.messagesOf("n").length, where).toBeLessThanOrEqual(1);
    expect(world.messagesOf("r").length, where).toBe(cancelled ? 0 : 1);
    const pictures = world.messages.flatMap((message) => message.message.files ?? []);
    expect(pictures.length, where).toBe(world.rows.artifacts.length);
    expect(new Set(world.messages.map((message) => message.key)).size, where).toBe(world.messages.length);
    expect(
      world.messagesOf("n").every((message) => message.removed !== cancelled),
      where,
    ).toBe(true);
    expect(world.rows.closed, where).toBe(true);
    return calls >= at;
  }

  it.each(
    Object.entries(scenarios).flatMap(([name, scenario]) =>
      [false, true].map((postOnce) => ({ name, scenario, postOnce })),
    ),
  )("never posts twice and forgets nothing: $name, postOnce $postOnce", async ({ scenario, postOnce }) => {
    let deaths = 0;
    for (const when of ["before", "after"] as const) {
      for (let at = 1; await dyingAt(scenario, at, when, postOnce); at++) deaths++;
    }
    // Each call of a scenario was once the last before a death.
    expect(deaths).toBeGreaterThanOrEqual(10);
  });
});
