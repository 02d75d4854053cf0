import { describe, expect, it } from "vitest";
import { sumSpent } from "../../../../src/core/account/quota/usage.ts";
import { decodeCurrency, encodeCurrency, priceOf, PriceTable } from "../../../../src/core/request/prices.ts";
import type { VideoRequest } from "../../../../src/core/request/video/video.ts";
import { aRequest } from "../../../support/database/jobs.ts";

const TABLE: PriceTable = {
  currency: "EUR",
  digits: 2,
  models: {
    "provider-a/*": { picture: 9 },
    "Provider-A/image-2": { picture: 4 },
    "provider-b/*": { second: 3 },
    "gamma3.0-video-*": { second: 12 },
    "free-*": { picture: 0 },
  },
};
const picture = (model: string) => aRequest({ model, count: 3 });
const clip = (model: string): VideoRequest => ({
  kind: "video",
  model,
  prompt: "a fox",
  references: [],
  seconds: 5,
  billedSeconds: 8,
});

describe("the price of each job", () => {
  it.each([
    ["provider-a/image-2", 4],
    ["provider-a/image-9", 9],
    ["free-image", 0],
    ["provider-b/image", undefined],
    ["other", undefined],
  ])("of pictures with %s is %s: an exact name counts before a glob", (model, amount) => {
    expect(priceOf(picture(model), TABLE)).toEqual({ currency: "EUR", digits: 2, amount });
  });

  it.each([
    ["gamma3.0-video-480p", 96],
    ["provider-a/image-2", undefined],
    ["provider-b/clip", 24],
  ])("of a clip with %s is %s, by its billed seconds", (model, amount) => {
    expect(priceOf(clip(model), TABLE)?.amount).toBe(amount);
  });

  it("is nothing without a table", () => expect(priceOf(picture("provider-a/image-2"), undefined)).toBeUndefined());
});

it("a currency is stored with its decimal places", () => {
  expect(encodeCurrency({ currency: "JPY", digits: 0 })).toBe("JPY:0");
  expect(decodeCurrency("EUR:4")).toEqual({ currency: "EUR", digits: 4 });
  for (const wrong of ["EUR", "EUR:7", "eur:2", "EUR:2x", ""]) {
    expect(() => decodeCurrency(wrong)).toThrow("not a stored currency");
  }
});

describe("a table", () => {
  it("counts in hundredths unless it says otherwise", () => {
    expect(PriceTable.parse({ currency: "EUR", models: {} })).toEqual({ currency: "EUR", digits: 2, models: {} });
    expect(PriceTable.parse({ currency: "EUR", digits: 6, models: {} }).digits).toBe(6);
  });

  it.each([
    [{ currency: "euro", models: {} }, "three capital letters"],
    [{ models: {} }, "such as EUR"],
    [{ currency: "EUR", digits: 7, models: {} }, "6"],
    [{ currency: "EUR", digits: 1.5, models: {} }, "whole number from 0 to 6"],
    [{ currency: "EUR", models: {}, discount: 1 }, "discount"],
    [{ currency: "EUR" }, "an object with a price for each model"],
    [{ currency: "EUR", models: { a: { picture: 0.04 } } }, 'must be {"picture": amount}'],
    [{ currency: "EUR", models: { a: { picture: -1 } } }, "whole number of the smallest unit"],
    [{ currency: "EUR", models: { a: { picture: 1_000_000_001 } } }, "from 0 to 1000000000"],
    [{ currency: "EUR", models: { a: { picture: 1, second: 2 } } }, 'or {"second": amount}'],
    [{ currency: "EUR", models: { a: {} } }, 'or {"second": amount}'],
    [{ currency: "EUR", models: { " ": { picture: 1 } } }, "Invalid key"],
  ])("is refused: %j", (given, words) => {
    const { success, error } = PriceTable.safeParse(given);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toContain(words);
  });
});

describe("the cost of several parts", () => {
  const euros = (amount: number, digits = 2) => ({ currency: "EUR", digits, amount });

  it("is summed by currency, with the jobs that have no price", () => {
    const parts = [
      { spent: { money: [euros(4)], unpriced: 1 } },
      { spent: { money: [euros(6), euros(5, 4)], unpriced: 2 } },
      { spent: { money: [], unpriced: 3 } },
      {},
    ];
    expect(sumSpent(parts)).toEqual({ money: [euros(10), euros(5, 4)], unpriced: 6 });
  });

  it("is not known where none has a price", () => expect(sumSpent([{}, {}])).toBeUndefined());
});
