import { createForgetter, type Forgetter } from "../../src/worker/background/forget-people.ts";
import type { Database } from "../../src/db/connection.ts";
import { createForgettingStore } from "../../src/db/retention/forgetting-store.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log/log.ts";

/** Forgets people by the real time, without pauses unless `sleep` makes them. */
export function forgetterOn(db: Database, sleep: () => Promise<void> = async () => {}): Forgetter {
  return createForgetter({
    store: createForgettingStore(db),
    clock: { ...systemClock, sleep },
    log: createLog("silent"),
  });
}
