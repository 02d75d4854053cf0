import { expect, it } from "vitest";
import { strictest } from "../../../../../src/core/account/policy/strictest.ts";

const euros = (amount: number, digits = 2) => ({ approveMoney: { amount, currency: "EUR", digits } });

it("of two amounts above which an admin approves, the lower one counts, however it is written", () => {
  expect(strictest(euros(250), euros(300))).toEqual(euros(250));
  expect(strictest(euros(300), euros(250))).toEqual(euros(250));
  expect(strictest(euros(250), euros(20_000, 4))).toEqual(euros(20_000, 4));
  expect(strictest(euros(20_000, 4), euros(250))).toEqual(euros(20_000, 4));
});

it("of two equal amounts, and of amounts in two currencies, the first remains", () => {
  expect(strictest(euros(250), euros(25_000, 4))).toEqual(euros(250));
  const dollars = { approveMoney: { amount: 1, currency: "USD", digits: 2 } };
  expect(strictest(euros(250), dollars)).toEqual(euros(250));
  expect(strictest(dollars, euros(250))).toEqual(dollars);
});

it("an amount of one scope alone remains", () => {
  expect(strictest({}, euros(250))).toEqual(euros(250));
  expect(strictest(euros(250), {})).toEqual(euros(250));
});
