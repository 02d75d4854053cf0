/**
 * Whether a glob matches a whole name: `*` matches any characters, `?` one; case is ignored. The time is bounded by the product
 * of both lengths, because people type globs.
 */
export function fits(glob: string, name: string): boolean {
  const [pattern, text] = [glob, name].map((one) => Array.from(one.trim().normalize("NFKC").toLowerCase()));
  if (!pattern || !text) return false;
  let at = 0;
  /** The position of the last star, and how many characters it has matched. */
  let star = -1;
  let matchedTo = 0;
  let index = 0;
  while (index < text.length) {
    const wanted = pattern[at];
    if (wanted === "*") {
      star = at++;
      matchedTo = index;
    } else if (wanted !== undefined && (wanted === "?" || wanted === text[index])) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++matchedTo;
    } else return false;
  }
  return pattern.slice(at).every((one) => one === "*");
}
