/** Splits a typed list at commas of any script or line breaks, without duplicates. */
export function splitList(text: string, between = /[,，、\n]+/): readonly string[] {
  const entries = text.split(between).map((one) => one.trim());
  return [...new Set(entries.filter((one) => one !== ""))];
}

/** Whether it is a word that removes a rule, such as `none`. */
export function isWord(text: string, word: "all" | "none"): boolean {
  return text.trim().toLowerCase() === word;
}
