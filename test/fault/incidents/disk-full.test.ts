import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { mountSmallDisk } from "../../support/fault/small-disk.ts";

const sums = createSums();
const disk = await mountSmallDisk(4 * 1024);

afterAll(async () => {
  await disk?.[Symbol.asyncDispose]();
  sums.report("incident: disk full");
});

it.skipIf(!disk)(
  "the disk is full: the alert fires, the doctor says so, and results arrive once there is room",
  async () => {
    const incident = await openIncident("Disk full", sums, { mediaFolder: disk?.folder ?? "" });
    try {
      await incident.start();
      await incident.ask("image", "while there is room");
      await incident.isCalm();
      await disk?.fill();
      await incident.ask("image", "no room", 2);
      await incident.strikes(60 * 60_000);
      await disk?.makeRoom();
      const ledger = await incident.isOver(60 * 60_000);
      expect(ledger.made).toBe(3);
    } finally {
      await incident.close();
    }
  },
);
