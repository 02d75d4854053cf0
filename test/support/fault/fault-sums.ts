import { appendFileSync } from "node:fs";
import { z } from "zod";

/** What is counted, over everything that was asked for. All from `lost` on must be 0. */
export const Ledger = z.object({
  asked: z.number(),
  made: z.number(),
  /** Creates that the gateway saw, repeated ones included. */
  creates: z.number(),
  /** Told that nobody knows what became of it: only ever a clip. */
  unknown: z.number(),
  lost: z.number(),
  createdTwice: z.number(),
  postedTwice: z.number(),
  noticesLeft: z.number(),
  /** Messages that show Easel as thinking, on a platform that shows that by itself. */
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

/** The sums of one test file. They are printed when it ends, and given to whoever runs the whole suite. */
export interface Sums {
  add(ledger: Ledger): void;
  /** For `afterAll`; `what`: what was done to Easel meanwhile. */
  report(what: string): void;
}

export function createSums(): Sums {
  const total = emptyLedger();
  return {
    add: (ledger) => addLedger(total, ledger),
    report(what) {
      process.stdout.write(`${what}: ${JSON.stringify(total)}\n`);
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
