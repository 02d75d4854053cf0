import { expect, it } from "vitest";
import { createFairQueue, type FairQueue, type TurnOf } from "../../../src/media/fair-queue.ts";

const never = new AbortController().signal;

/** Takes turns and ends them one by one. Turns are named after their member and numbered. */
function taking(turns: FairQueue) {
  const running: (() => void)[] = [];
  const served: string[] = [];
  const counts = new Map<string, number>();
  return {
    served,
    async take(member: string, signal = never): Promise<void> {
      const [organisationId = "", accountId = ""] = member.split("/");
      const count = (counts.get(member) ?? 0) + 1;
      counts.set(member, count);
      const of: TurnOf = { organisationId, accountId: `${organisationId}/${accountId}` };
      const end = await turns.take(of, signal);
      served.push(`${accountId}${count}`);
      running.push(end);
    },
    /** Ends the turn that began first. Returns the members that have been served by then. */
    async end(): Promise<readonly string[]> {
      await settled();
      running.shift()?.();
      await settled();
      return served;
    },
  };
}

/** Everything that can continue has continued. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("serves another member next, however many callers of one wait", async () => {
  const { take, end } = taking(createFairQueue(2));
  for (let n = 0; n < 40; n++) void take("acme/max");
  void take("acme/eve");
  expect(await end()).toEqual(["max1", "max2", "eve1"]);
});

it("gives a member one turn at a time while others wait, and all turns while no one else waits", async () => {
  const { take, end } = taking(createFairQueue(2));
  for (const member of ["acme/max", "acme/max", "acme/max", "acme/max", "acme/eve", "acme/eve", "acme/eve"]) {
    void take(member);
  }
  await end();
  // From here on, one of each is running, until one of them has nothing left.
  expect(await end()).toEqual(["max1", "max2", "eve1", "max3"]);
  await end();
  await end();
  expect(await end()).toEqual(["max1", "max2", "eve1", "max3", "eve2", "max4", "eve3"]);
});

it("goes round the organisations first, and then round the members of each", async () => {
  const { take, end, served } = taking(createFairQueue(1));
  void take("acme/max");
  for (const member of ["acme/max", "acme/eve", "acme/tom", "acme/max", "bolt/ann", "bolt/ann"]) void take(member);
  for (let n = 0; n < 6; n++) await end();
  expect(served).toEqual(["max1", "ann1", "eve1", "ann2", "tom1", "max2", "max3"]);
});

it("skips a caller that has given up", async () => {
  const { take, end, served } = taking(createFairQueue(1));
  const stop = new AbortController();
  void take("acme/max");
  const given = take("acme/eve", stop.signal);
  void take("acme/max");
  stop.abort(new Error("enough"));
  await expect(given).rejects.toThrow("enough");
  await end();
  expect(served).toEqual(["max1", "max2"]);
});
