import { describe, expect, it } from "vitest";
import { ORGANISATION_SCOPE } from "../../../../../src/core/account/policy/scope.ts";
import { isMoney, moneyUnit, type QuotaState } from "../../../../../src/core/account/quota/quota.ts";
import { excessOf, inMicros, takenBy, unpricedOf } from "../../../../../src/core/account/quota/taken.ts";
import type { PriceTable } from "../../../../../src/core/request/prices.ts";
import { aRequest } from "../../../../support/database/jobs.ts";

const request = aRequest({ count: 3 });
const table = (digits: number, picture: number): PriceTable => ({
  currency: "EUR",
  digits,
  models: { [request.model]: { picture } },
});

const quota = (unit: QuotaState["unit"], amount: number, used = 0): QuotaState => ({
  scope: ORGANISATION_SCOPE,
  unit,
  span: "month",
  amount,
  granted: 0,
  used,
  endsAt: new Date(0),
  timeZone: "UTC",
});

describe("money in millionths", () => {
  it.each([
    [{ amount: 7, digits: 0 }, 7_000_000],
    [{ amount: 4, digits: 2 }, 40_000],
    [{ amount: 35, digits: 3 }, 35_000],
    [{ amount: 1, digits: 6 }, 1],
  ])("%j is %i, exactly", (money, micros) => {
    expect(inMicros(money)).toBe(micros);
  });
});

describe("the amounts that a request uses", () => {
  it("are its pictures, and its price for all of them", () => {
    expect([...takenBy(request, table(2, 4))]).toEqual([
      ["images", 3],
      ["money:EUR", 120_000],
    ]);
  });

  it("include no money without a price for its model, or without a table", () => {
    const other = { ...table(2, 4), models: { "other/model": { picture: 4 } } };
    expect([...takenBy(request, other).keys()]).toEqual(["images"]);
    expect([...takenBy(request, undefined).keys()]).toEqual(["images"]);
  });

  it("exceed exactly those quotas that have less left, each in its unit", () => {
    const [enough, short, pictures] = [quota("money:EUR", 120_000), quota("money:EUR", 120_000, 1), quota("images", 2)];
    const others = [quota("money:USD", 0), quota("seconds", 0)];
    expect(excessOf(takenBy(request, table(2, 4)), [enough, short, pictures, ...others])).toEqual([
      { ...short, asked: 120_000 },
      { ...pictures, asked: 3 },
    ]);
  });

  it("have no price for quotas in another currency, or without a table", () => {
    const quotas = [quota("money:USD", 9), quota("money:EUR", 9), quota("images", 9)];
    expect(unpricedOf(takenBy(request, table(2, 4)), quotas).map(({ unit }) => unit)).toEqual(["money:USD"]);
    const units = unpricedOf(takenBy(request, undefined), quotas).map(({ unit }) => unit);
    expect(units.every(isMoney) && units).toEqual([moneyUnit("USD"), moneyUnit("EUR")]);
  });
});
