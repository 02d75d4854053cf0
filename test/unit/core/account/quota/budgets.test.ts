import { describe, expect, it } from "vitest";
import {
  budgetLevel,
  spentOf,
  type BudgetState,
  type BudgetStore,
} from "../../../../../src/core/account/quota/budgets.ts";
import { createBudgetAlerts } from "../../../../../src/worker/background/warn-about-budgets.ts";
import { amountIn, type Money } from "../../../../../src/core/request/prices.ts";
import { createLog } from "../../../../../src/lib/log/log.ts";
import { budgetAlertText } from "../../../../../src/text/render/money.ts";
import { createManualClock } from "../../../../support/manual-clock.ts";

const euros = (amount: number, digits = 2): Money => ({ currency: "EUR", digits, amount });
const state = (money: readonly Money[], unpriced = 0, budget = euros(10_000)): BudgetState => ({
  organisationId: "o",
  workspace: "console:main",
  budget,
  spent: { money, unpriced },
  startsAt: new Date("2026-11-01T00:00:00Z"),
  endsAt: new Date("2026-12-01T00:00:00Z"),
  timeZone: "UTC",
  locale: "en",
});
const never = new AbortController().signal;

describe("the level of a budget", () => {
  it.each([
    [7_999, undefined],
    [8_000, 80],
    [9_999, 80],
    [10_000, 100],
    [12_345, 100],
    [0, undefined],
  ])("of 100.00 with %s spent is %s", (amount, level) => expect(budgetLevel(state([euros(amount)]))).toBe(level));

  it("counts only money in its own currency, with any decimal places", () => {
    const mixed = state([euros(5_000), euros(300_000, 4), { currency: "USD", digits: 2, amount: 9_999_999 }]);
    expect(spentOf(mixed)).toEqual(euros(800_000, 4));
    expect(budgetLevel(mixed)).toBe(80);
    expect(budgetLevel(state([]))).toBeUndefined();
  });

  it("is exact however large the amounts are", () => {
    const budget = euros(999_999_999_000_001);
    expect(budgetLevel(state([euros(799_999_999_200_000)], 0, budget))).toBeUndefined();
    expect(budgetLevel(state([euros(799_999_999_200_001)], 0, budget))).toBe(80);
  });
});

describe("an amount that an admin types", () => {
  it.each([
    ["250", 25_000],
    ["99.5", 9_950],
    ["99,50", 9_950],
    ["0", undefined],
    ["0.00", undefined],
    ["1.234", undefined],
    ["-5", undefined],
    ["1e3", undefined],
    ["1234567890", undefined],
    ["", undefined],
    ["many", undefined],
  ])("“%s” is %s", (written, amount) => expect(amountIn(written, 2)).toBe(amount));

  it("has no decimal places if the currency has none", () => {
    expect([amountIn("300", 0), amountIn("300.5", 0)]).toEqual([300, undefined]);
  });

  it("is never read as thousands with a separator, however many decimal places the currency has", () => {
    expect([amountIn("1,000", 3), amountIn("0,5", 3), amountIn("1.000", 3)]).toEqual([undefined, 500, 1000]);
  });
});

/** Alerts over these budgets. `told` lists the levels. */
function setUp(states: readonly BudgetState[], store: Partial<BudgetStore> = {}) {
  const lines: unknown[] = [];
  const told: string[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  const alerts = createBudgetAlerts({
    store: {
      states: async () => states,
      warn: async ({ workspace }, level, text) => void told.push(`${workspace} ${level} ${text}`),
      ...store,
    },
    textOf: (_state, level) => `at ${level}`,
    clock,
    log,
  });
  return { alerts, clock, lines, told };
}

it("admins get a note about each budget that has reached a level", async () => {
  const { alerts, told } = setUp([state([euros(8_000)]), state([euros(1)]), state([euros(10_000)])]);
  await alerts.warnAll(never);
  expect(told).toEqual(["console:main 80 at 80", "console:main 100 at 100"]);
});

it("checks every minute, even after an error, until it is stopped", async () => {
  let looked = 0;
  const stop = new AbortController();
  const { alerts, clock, lines } = setUp([], {
    states: async () => {
      looked++;
      if (looked === 1) throw new Error("the database is away");
      return [];
    },
  });
  const running = alerts.run(stop.signal);
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(lines).toMatchObject([{ level: "warn", msg: "budgets could not be checked; trying again" }]);
  clock.advance(60_000);
  await expect.poll(() => looked).toBe(2);
  stop.abort();
  await running.catch(() => {});
});

it("the note states what is spent, until when, and what is not counted", () => {
  expect(budgetAlertText(state([euros(8_050)], 2), 80)).toBe(
    "This month's budget is nearly spent: €80.50 of €100.00. The month ends on 1 December 2026 at 00:00 (UTC).\nNot counted: 2 without a known price.",
  );
  expect(budgetAlertText(state([euros(10_001)]), 100)).toContain("This month's budget is spent: €100.01 of €100.00.");
  expect(budgetAlertText({ ...state([euros(8_000)]), locale: "zh-CN" }, 80)).toContain("本月预算即将用完");
});
