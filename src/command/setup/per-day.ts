import type { Unit } from "../../core/account/quota/quota.ts";
import { MAX_QUOTA } from "../../lib/limits.ts";

/** A workspace's limits per day; undefined: no limit. */
export type PerDay = Readonly<Record<Unit, number | undefined>>;

/** No limit for that unit. */
const NONE = "-";
/** `1,000` could be one number. */
const PERHAPS_ONE = /^\d{1,3}(?:,\d{3})+$/;

/**
 * Reads two numbers such as `200, 300`, pictures first; `-` means no limit, as does an empty text for both. Undefined if invalid.
 */
export function readPerDay(text: string): PerDay | undefined {
  if (PERHAPS_ONE.test(text.trim())) return undefined;
  const given = text.normalize("NFKC").trim();
  if (given === "") return { images: undefined, seconds: undefined };
  const [images, seconds, ...others] = given.split(/[\s,、;/]+/).map(readAmount);
  if (images === undefined || seconds === undefined || others.length > 0) return undefined;
  return { images: images.amount, seconds: seconds.amount };
}

/** The reverse of `readPerDay`. */
export function perDayText({ images, seconds }: PerDay): string {
  return images === undefined && seconds === undefined ? "" : `${images ?? NONE}, ${seconds ?? NONE}`;
}

function readAmount(word: string): { readonly amount: number | undefined } | undefined {
  if (/^[-–—]$/.test(word)) return { amount: undefined };
  if (!/^\d{1,9}$/.test(word)) return undefined;
  const amount = Number(word);
  return amount <= MAX_QUOTA ? { amount } : undefined;
}
