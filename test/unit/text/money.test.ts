import { describe, expect, it } from "vitest";
import { costsText, decimalOf, moneyText, priceText, spentText, withPrice } from "../../../src/text/render/money.ts";
import { textsFor } from "../../../src/text/texts.ts";

const EUR = { currency: "EUR", digits: 2 } as const;
const EN = { texts: textsFor("en"), locale: "en" } as const;

describe("an amount of money", () => {
  it.each([
    [{ ...EUR, amount: 1250 }, "€12.50"],
    [{ ...EUR, amount: 0 }, "€0.00"],
    [{ currency: "EUR", digits: 4, amount: 35 }, "€0.0035"],
    [{ currency: "EUR", digits: 4, amount: 120_000 }, "€12.00"],
    [{ currency: "JPY", digits: 0, amount: 300 }, "JP¥300"],
    [{ currency: "EUR", digits: 0, amount: 12 }, "€12"],
    [{ ...EUR, amount: 9_007_199_254_740_991 }, "€90,071,992,547,409.91"],
  ])("%j is %s", (money, text) => expect(moneyText(money, "en")).toBe(text));

  it("is written as each language does", () => {
    expect(moneyText({ currency: "CNY", digits: 2, amount: 1250 }, "zh-CN")).toBe("¥12.50");
  });

  it("is exact as a decimal number", () => {
    expect(decimalOf({ ...EUR, amount: 5 })).toBe("0.05");
    expect(decimalOf({ ...EUR, amount: -105 })).toBe("-1.05");
    expect(decimalOf({ currency: "JPY", digits: 0, amount: 7 })).toBe("7");
  });
});

describe("a price", () => {
  it("counts each job, and is never 0 if unknown", () => {
    expect(priceText({ ...EUR, amount: 4 }, 3, "en")).toBe("€0.12");
    expect(priceText({ ...EUR, amount: undefined }, 3, "en")).toBe("price unknown");
    expect(withPrice("3 pictures", { ...EUR, amount: 4 }, 3, "en")).toBe("3 pictures (€0.12)");
    expect(withPrice("3 pictures", { ...EUR, amount: undefined }, 3, "zh-CN")).toBe("3 pictures（价格未知）");
    expect(withPrice("3 pictures", undefined, 3, "en")).toBe("3 pictures");
  });

  it("is a sentence in a question", () => {
    expect(costsText({ ...EUR, amount: 60 }, "en")).toBe("That costs €0.60.");
    expect(costsText({ ...EUR, amount: undefined }, "en")).toBe("The cost of that is not known.");
  });
});

describe("what some usage cost", () => {
  it.each([
    [undefined, false, undefined],
    [undefined, true, "price unknown"],
    [{ money: [], unpriced: 3 }, true, "price unknown"],
    [{ money: [{ ...EUR, amount: 0 }], unpriced: 0 }, true, "€0.00"],
    [{ money: [{ ...EUR, amount: 4 }], unpriced: 0 }, false, "€0.04"],
    [{ money: [{ ...EUR, amount: 4 }], unpriced: 2 }, true, "€0.04, and 2 without a known price"],
    [
      {
        money: [
          { ...EUR, amount: 4 },
          { currency: "USD", digits: 2, amount: 5 },
        ],
        unpriced: 0,
      },
      true,
      "€0.04 + US$0.05",
    ],
  ])("%j, priced: %s, is %s", (spent, isPriced, text) => expect(spentText(spent, isPriced, EN)).toBe(text));
});
