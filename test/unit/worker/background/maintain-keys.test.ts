import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createKeyUpkeep } from "../../../../src/worker/background/maintain-keys.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const MINUTE = 60_000;

/** Running maintenance, with its actions since the last call. */
function start(
  acts: Partial<Record<"wipeRemoved" | "endRests" | "enterForNew", () => Promise<void>>> = {},
  stopping = new AbortController(),
) {
  const clock = createManualClock();
  let done: string[] = [];
  const logged: string[] = [];
  const act = (name: keyof typeof acts) => async () => {
    done.push(name);
    await acts[name]?.();
  };
  const upkeep = createKeyUpkeep({
    credentials: { wipeRemoved: act("wipeRemoved") },
    keys: { endRests: act("endRests") },
    configuredKeys: { enterForNew: act("enterForNew") },
    clock,
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
  });
  const running = upkeep.run(stopping.signal);
  // Every action is a separate promise, and none waits for anything real.
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    stopping,
    running,
    logged,
    async doneNow() {
      await settle();
      const since = done;
      done = [];
      return since;
    },
  };
}

const ALL = ["wipeRemoved", "endRests", "enterForNew"];

describe("key maintenance", () => {
  it("runs immediately, and then every minute until stopped", async () => {
    const { clock, doneNow, stopping, running, logged } = start();
    expect(await doneNow()).toEqual(ALL);
    clock.advance(MINUTE - 1);
    expect(await doneNow()).toEqual([]);
    clock.advance(1);
    expect(await doneNow()).toEqual(ALL);
    stopping.abort();
    await expect(running).rejects.toThrow("abort");
    expect(await doneNow()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("continues after one part fails, and retries that later", async () => {
    const { clock, doneNow, stopping, running, logged } = start({
      endRests: () => Promise.reject(new Error("database away")),
    });
    expect(await doneNow()).toEqual(ALL);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged.join())).toMatchObject({
      msg: "key maintenance failed; trying again",
      err: { message: "database away" },
    });
    clock.advance(MINUTE);
    expect(await doneNow()).toEqual(ALL);
    stopping.abort();
    await expect(running).rejects.toThrow("abort");
  });

  it("ends silently if a part fails because of the stop", async () => {
    const stopping = new AbortController();
    const wipeRemoved = (): Promise<void> => {
      stopping.abort(new Error("stopped"));
      return Promise.reject(new Error("connection closed"));
    };
    const { running, doneNow, logged } = start({ wipeRemoved }, stopping);
    await expect(running).rejects.toThrow("stopped");
    expect(await doneNow()).toEqual(["wipeRemoved"]);
    expect(logged).toEqual([]);
  });

  it("does nothing if it is stopped before it begins", async () => {
    const done: string[] = [];
    const note = async (): Promise<void> => void done.push("something");
    const upkeep = createKeyUpkeep({
      credentials: { wipeRemoved: note },
      keys: { endRests: note },
      configuredKeys: { enterForNew: note },
      clock: createManualClock(),
      log: pino({ level: "silent" }),
    });
    await upkeep.run(AbortSignal.abort());
    expect(done).toEqual([]);
  });
});
