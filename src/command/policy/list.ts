/** The entries of a list that someone typed, each once; commas of any script stand between them. */
export function splitList(text: string, between = /[,，、\n]+/): readonly string[] {
  const entries = text.split(between).map((one) => one.trim());
  return [...new Set(entries.filter((one) => one !== ""))];
}

/** A word that takes a rule back, such as `none`. */
export function isWord(text: string, word: "all" | "none"): boolean {
  return text.trim().toLowerCase() === word;
}
