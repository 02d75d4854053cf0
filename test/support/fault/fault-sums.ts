import { appendFileSync } from "node:fs";
import { z } from "zod";
import { takeCounts } from "./process-logs.ts";

/** The totals over all requests. All from `lost` on must be 0. */
export const Ledger = z.object({
  asked: z.number(),
  made: z.number(),
  /** Creates that the gateway received, including repeated ones. */
  creates: z.number(),
  /** Results that report an unknown outcome, which only clips may have. */
  unknown: z.number(),
  lost: z.number(),
  createdTwice: z.number(),
  postedTwice: z.number(),
  noticesLeft: z.number(),
  /** Messages that still show Easel as thinking, on platforms that have them. */
  thinkingLeft: z.number(),
  overLimit: z.number(),
});
export type Ledger = z.infer<typeof Ledger>;

export function emptyLedger(): Ledger {
  return {
    asked: 0,
    made: 0,
    creates: 0,
    unknown: 0,
    lost: 0,
    createdTwice: 0,
    postedTwice: 0,
    noticesLeft: 0,
    thinkingLeft: 0,
    overLimit: 0,
  };
}

export const NOTHING_WRONG = {
  lost: 0,
  createdTwice: 0,
  postedTwice: 0,
  noticesLeft: 0,
  thinkingLeft: 0,
  overLimit: 0,
};

/** The totals of one test file, printed at its end and passed on to the runner of the whole suite. */
export interface Sums {
  add(ledger: Ledger): void;
  /** For `afterAll`; `what`: the faults that were injected. */
  report(what: string): void;
}

export function createSums(): Sums {
  const total = emptyLedger();
  return {
    add: (ledger) => addLedger(total, ledger),
    report(what) {
      process.stdout.write(`${what}: ${JSON.stringify(total)}\n`);
      process.stdout.write(`logged from warn up: ${JSON.stringify(takeCounts())}\n`);
      const file = process.env["FAULT_SUMS"];
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(total)}\n`);
    },
  };
}

export function addLedger(total: Ledger, ledger: Ledger): void {
  total.asked += ledger.asked;
  total.made += ledger.made;
  total.creates += ledger.creates;
  total.unknown += ledger.unknown;
  total.lost += ledger.lost;
  total.createdTwice += ledger.createdTwice;
  total.postedTwice += ledger.postedTwice;
  total.noticesLeft += ledger.noticesLeft;
  total.thinkingLeft += ledger.thinkingLeft;
  total.overLimit += ledger.overLimit;
}
