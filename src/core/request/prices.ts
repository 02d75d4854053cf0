import { z } from "zod";
import { fits } from "../account/policy/glob.ts";
import { folded } from "./read-text.ts";
import { costOf, type MediaRequest } from "./request.ts";

/** The most that a picture or a second may cost, so that a month's sum is still an exact number. */
const MOST = 1_000_000_000;

const wrongAmount = `must be a whole number of the smallest unit from 0 to ${MOST}, such as 4 for 0.04`;
const amount = z
  .number({ error: wrongAmount })
  .int({ error: wrongAmount })
  .min(0, { error: wrongAmount })
  .max(MOST, { error: wrongAmount });

function wrongTable(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "unrecognized_keys") return `has entries that Easel doesn't know: ${issue.keys.join(", ")}`;
  return issue.code === "invalid_type" ? "must be a JSON object" : undefined;
}

/**
 * The operator's prices by model. Amounts are whole numbers of the smallest unit: hundredths of the currency, or as many decimal
 * places as `digits` says. A model is priced by picture, or by second as it is billed. A name may be a glob.
 */
export const PriceTable = z
  .strictObject(
    {
      currency: z.string({ error: "must be a currency's code such as EUR" }).regex(/^[A-Z]{3}$/, {
        error: "must be a currency's code of three capital letters, such as EUR",
      }),
      digits: z.int({ error: "must be a whole number from 0 to 6" }).min(0).max(6).default(2),
      models: z.record(
        z.string().trim().min(1),
        z.union([z.strictObject({ picture: amount }), z.strictObject({ second: amount })], {
          error: `must be {"picture": amount} or {"second": amount}, where an amount ${wrongAmount}`,
        }),
        {
          error: ({ code }) => (code === "invalid_type" ? "must be an object with a price for each model" : undefined),
        },
      ),
    },
    { error: wrongTable },
  )
  .readonly();
export type PriceTable = z.infer<typeof PriceTable>;

/** A currency and its smallest unit here: `digits` are the decimal places. */
export interface Currency {
  readonly currency: string;
  readonly digits: number;
}

/**
 * What one job of a request costs, by the price table when it was accepted. `amount`: undefined if the table has no price for it.
 */
export interface Price extends Currency {
  readonly amount: number | undefined;
}

/** An amount of money, in the smallest unit of its currency. */
export interface Money extends Currency {
  readonly amount: number;
}

/**
 * What each job of a request costs. Undefined without a price table. An exact name wins over globs; the first matching glob wins
 * over later ones.
 */
export function priceOf(request: MediaRequest, table: PriceTable | undefined): Price | undefined {
  if (!table) return undefined;
  const { currency, digits, models } = table;
  const isSame = (name: string): boolean => name.toLowerCase() === request.model.toLowerCase();
  const names = Object.keys(models);
  const named = names.find(isSame) ?? names.find((name) => fits(name, request.model));
  const price = named === undefined ? undefined : models[named];
  const { cost, unit } = costOf(request);
  const each = price && (unit === "images" ? pictureOf(price) : secondOf(price));
  return { currency, digits, amount: each === undefined ? undefined : each * cost };
}

function pictureOf(price: PriceTable["models"][string]): number | undefined {
  return "picture" in price ? price.picture : undefined;
}

function secondOf(price: PriceTable["models"][string]): number | undefined {
  return "second" in price ? price.second : undefined;
}

/** A currency as it is stored, e.g. `EUR:2`. */
export function encodeCurrency({ currency, digits }: Currency): string {
  return `${currency}:${digits}`;
}

/** The reverse of `encodeCurrency`. Throws for any other text. */
export function decodeCurrency(stored: string): Currency {
  const [, currency = "", digits = ""] = /^([A-Z]{3}):([0-6])$/.exec(stored) ?? [];
  if (currency === "") throw new Error(`not a stored currency: ${stored}`);
  return { currency, digits: Number(digits) };
}

/**
 * An amount as people write it, such as `12.50`, in the smallest unit. Undefined if it is not a positive amount with at most
 * `digits`, or if it is ambiguous: `1,000` may be a thousand.
 */
export function amountIn(written: string, digits: number): number | undefined {
  const text = folded(written);
  const [, whole = "", part = ""] = /^(\d{1,9})(?:[.,](\d{1,6}))?$/.exec(text) ?? [];
  if (whole === "" || part.length > digits || /,\d{3}$/.test(text)) return undefined;
  const units = Number(`${whole}${part.padEnd(digits, "0")}`);
  return units > 0 ? units : undefined;
}
