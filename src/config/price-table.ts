import { readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { PriceTable } from "../core/request/prices.ts";
import { ConfigError } from "../lib/errors.ts";

const EXAMPLE =
  '{"currency": "EUR", "models": {"provider-a/image-2": {"picture": 4}, "gamma3.0-video-*": {"second": 12}}}';

/**
 * The operator's prices, as JSON in `PRICES` or in the file that `PRICES_FILE` names. Undefined without either. Throws a
 * `ConfigError` that names the wrong entry.
 */
export function priceTable(
  { PRICES, PRICES_FILE }: { readonly PRICES?: string | undefined; readonly PRICES_FILE?: string | undefined },
  cwd: string,
): PriceTable | undefined {
  if (PRICES !== undefined && PRICES_FILE !== undefined) {
    throw new ConfigError("PRICES", "PRICES and PRICES_FILE are both set; keep one of them.");
  }
  if (PRICES !== undefined) return parsed("PRICES", PRICES);
  if (PRICES_FILE === undefined) return undefined;
  const path = isAbsolute(PRICES_FILE) ? PRICES_FILE : resolve(cwd, PRICES_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      "PRICES_FILE",
      `PRICES_FILE ${path} can't be read; set it to a readable file with prices.`,
      error,
    );
  }
  return parsed("PRICES_FILE", text);
}

function parsed(variable: "PRICES" | "PRICES_FILE", text: string): PriceTable {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(variable, `${variable} is not valid JSON; write it like ${EXAMPLE}.`, error);
  }
  const read = PriceTable.safeParse(given);
  if (read.success) return Object.freeze(read.data);
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(" → ")} `;
  throw new ConfigError(variable, `${variable}: ${where}${issue?.message ?? "is wrong"}; write it like ${EXAMPLE}.`);
}
