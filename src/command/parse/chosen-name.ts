import { holdsSecret } from "../../core/account/keys/typed-secret.ts";
import { DASHES } from "./near-options.ts";

/** Quotation marks, which begin and end values. */
const QUOTATION_MARKS = /["“”„「」]/g;
/** Number signs pick pictures. A backslash changes what a quotation mark means in JSON. */
const SIGNS = /[#＃\\]/g;

const IN_WORD = String.raw`[\p{L}\p{M}\p{N}]`;
const DASHES_IN_WORD = new RegExp(`(?<=${IN_WORD})[${DASHES}]+(?=${IN_WORD})`, "gu");
const OTHER_DASHES = new RegExp(`(?<!${IN_WORD})[${DASHES}]+|[${DASHES}]+(?!${IN_WORD})`, "gu");

/**
 * A name for text that is parsed afterwards. People choose names freely, and a name must not act in another person's request: the
 * result has no options, picture numbers, quotation marks or keys. Undefined if nothing is left.
 */
export function chosenName(name: string): string | undefined {
  const plain = name
    .replaceAll(QUOTATION_MARKS, "'")
    .replaceAll(SIGNS, " ")
    .replaceAll(DASHES_IN_WORD, "-")
    .replaceAll(OTHER_DASHES, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain === "" || holdsSecret(`@${plain}`) ? undefined : plain;
}
