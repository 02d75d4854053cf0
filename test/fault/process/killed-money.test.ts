import { expect, it } from "vitest";
import type { FaultPoint } from "../../support/fault/fault-points.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { asking, sayUntilAccepted } from "../../support/fault/fault-asking.ts";
import { settled } from "../../support/fault/fault-ledger.ts";
import { openFaultWorld, within, type Replica } from "../../support/fault/fault-world.ts";

const PICTURE_MICROS = 40_000;
const PICTURES = 12;
const PRICES = JSON.stringify({ currency: "EUR", models: { "provider-a/image-2": { picture: 4 } } });

it.concurrent.each<FaultPoint>(["intake:before-commit", "intake:after-commit", "create:sent", "end:before-commit"])(
  "two processes, one killed at %s, never exceed a quota in money, and lose none of it",
  async (point) => {
    const world = await openFaultWorld();
    try {
      const start = (ROLE: string): Promise<Replica> => world.start(world.databaseUrl, { PRICES, ROLE });
      // Only the killed process makes pictures, so that it reaches every point.
      const [killed, other] = await Promise.all([start("all"), start("chat")]);
      const admin = createConsoleClient(other.url, "admin");
      const quota = `--unit EUR --span month --amount ${(PICTURES * 4) / 100} --scope organisation`;
      expect((await admin.answerTo(`/easel-admin quota set ${quota}`)).text).toContain("€0.48 a month");
      await admin.close();
      await killed.arm({ point, hit: 1, signal: "SIGKILL" });
      // Twice as many as the quota allows. A third goes to the other process, which can't use up the quota alone. Requests that
      // the killed process did not answer are resent to the other.
      const asked = Array.from({ length: 2 * PICTURES }, (_, index) => asking("image", `${point}, picture ${index}`));
      await Promise.all(
        asked.map((one, index) => sayUntilAccepted(one, () => (index % 3 > 0 && !killed.isGone() ? killed : other))),
      );
      await within(20_000, `reached ${point}`, killed.gone);
      await world.declareAllDead();
      await start("worker");
      expect(await settled(world, 45_000)).toEqual([]);
      await world.ageUnknown();
      const [window] = await world.sql`
      select used::integer, (
          select coalesce(sum(sign(net) * price * 10000), 0)::integer from ledger
        ) as spent, (
          select count(*)::integer from jobs where settlement <> 'released'
        ) as kept
      from quota_windows where unit = 'money:EUR'`;
      expect(window).toEqual({ used: PICTURES * PICTURE_MICROS, spent: PICTURES * PICTURE_MICROS, kept: PICTURES });
      expect(world.picturesAtGateway().size).toBe(PICTURES);
    } finally {
      await world.close();
    }
  },
);
