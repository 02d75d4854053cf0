import { numberFormat } from "../formats.ts";

/** The subject of a sentence. */
export type Thing = "image" | "video";

/** How many things were requested, and how many were made. */
export interface ResultText {
  readonly thing: Thing;
  readonly made: number;
  readonly asked: number;
}

/** A sentence about some of several things. */
export interface ItemText {
  readonly thing: Thing;
  readonly ordinals: readonly number[];
  readonly of: number;
  readonly text: string;
}

/** A whole number with its thousands separated, as in “10,000”; both languages write it this way. */
export function numberText(number: number): string {
  return numberFormat("en", {}).format(number);
}

/** Whether a quotation already ends its sentence. */
export function isWhole(words: string): boolean {
  return /[.!?…。！？]$/.test(words);
}
