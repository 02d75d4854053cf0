import { describe, expect, it } from "vitest";
import { budgetField, readBudget } from "../../../../src/command/policy/budget.ts";
import { readThreshold, thresholdField } from "../../../../src/command/policy/money-threshold.ts";
import type { PriceTable } from "../../../../src/core/request/prices.ts";
import { en } from "../../../../src/text/en/index.ts";

const prices: PriceTable = { currency: "EUR", digits: 2, models: {} };
const EUROS = { currency: "EUR", digits: 2, amount: 1250 };
const DOLLARS = { ...EUROS, currency: "USD" };
const say = en.workspaceSettings;
const without = { texts: en, prices: undefined };

describe("the amount above which an admin approves", () => {
  it("is read in the currency of the prices", () => {
    expect(readThreshold(" 12.50 ", { texts: en, prices })).toEqual({ ok: true, money: EUROS });
    expect(readThreshold("*", { texts: en, prices })).toEqual({
      ok: false,
      problem: say.wrongBudget("\\*", "EUR", 2),
    });
    expect(readThreshold("12", without)).toEqual({ ok: false, problem: en.setting.noPricesToApprove });
  });

  it("has a field with the current amount only in the currency of the prices", () => {
    expect(thresholdField(EUROS, { texts: en, prices })).toMatchObject([{ name: "approve_money", value: "12.50" }]);
    for (const now of [DOLLARS, undefined]) {
      const [field] = thresholdField(now, { texts: en, prices });
      expect(field?.label).toBe(en.setting.approveMoneyField("EUR"));
      expect(field).not.toHaveProperty("value");
    }
    expect(thresholdField(EUROS, without)).toEqual([]);
  });
});

describe("a budget", () => {
  const read = (given: string, table?: PriceTable) => readBudget(given, table, { texts: en, locale: "en" });

  it("is read in the currency of the prices, or removed", () => {
    expect(read("12.50", prices)).toEqual({ ok: true, budget: { ...EUROS, locale: "en" } });
    for (const none of [" None ", ""]) {
      expect(read(none)).toEqual({ ok: true, budget: undefined });
    }
    expect(read("12")).toEqual({ ok: false, problem: say.noPrices });
  });

  it("that is no amount is refused, and a typed command also says how to remove the budget", () => {
    const atField = say.wrongBudget("A lot", "EUR", 2);
    expect(read("A lot", prices)).toEqual({ ok: false, problem: `${atField} ${say.writeNone}`, atField });
  });

  it("has a field with the current amount only in the currency of the prices", () => {
    expect(budgetField({ ...EUROS, locale: "en" }, prices, en)).toMatchObject([{ name: "budget", value: "12.50" }]);
    expect(budgetField({ ...DOLLARS, locale: "en" }, prices, en)[0]).not.toHaveProperty("value");
    expect(budgetField(undefined, undefined, en)).toEqual([]);
  });
});
