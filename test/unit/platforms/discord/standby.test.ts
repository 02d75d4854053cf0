import { expect, it, vi } from "vitest";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createConnection } from "../../../../src/platforms/discord/connect/discord-connection.ts";
import { createIntake } from "../../../../src/platforms/discord/receive/event-intake.ts";
import type { ConnectionLease } from "../../../../src/platforms/discord/store/connection-lease.ts";
import { createSteppedClock } from "../../../support/fault/stepped-clock.ts";
import { QUIET } from "../../../support/quiet-handlers.ts";

const us = { applicationId: "1", userId: "1", name: "easel", messageContent: true };

it("a process that stands by checks every half second whether the connection is free: a release may go unheard", async () => {
  const clock = createSteppedClock();
  const hold = vi.fn<ConnectionLease["hold"]>(async () => false);
  const fails = (): never => expect.unreachable("this process never holds the connection");
  const connection = createConnection({
    lease: { hold, release: fails, hearReleases: async () => async () => {} },
    holder: "this process",
    identity: { known: () => us, get: async () => us, refresh: async () => us },
    away: undefined,
    intake: createIntake(),
    client: {
      token: "token",
      addresses: {},
      onInteraction: fails,
      onMessage: fails,
    },
    beforeConnecting: fails,
    whileConnected: fails,
    clock,
    random: () => 0,
    log: createLog("silent"),
  });
  await connection.start({ ...QUIET, event: fails });
  expect(connection.state()).toEqual({ kind: "standby" });
  hold.mockClear();
  await clock.pass(5_000);
  expect(hold).toHaveBeenCalledTimes(10);
  await connection.stop();
});
