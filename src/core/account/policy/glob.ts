/**
 * Does a name fit a glob as a whole? `*` stands for any characters, `?` for one; case is not significant. Takes time by the
 * lengths of both multiplied and no more: globs are typed by people.
 */
export function fits(glob: string, name: string): boolean {
  const [pattern, text] = [glob, name].map((one) => Array.from(one.trim().normalize("NFKC").toLowerCase()));
  if (!pattern || !text) return false;
  let at = 0;
  /** Where the last star stands, and how much of the text it has swallowed. */
  let star = -1;
  let swallowed = 0;
  let index = 0;
  while (index < text.length) {
    const wanted = pattern[at];
    if (wanted === "*") {
      star = at++;
      swallowed = index;
    } else if (wanted !== undefined && (wanted === "?" || wanted === text[index])) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++swallowed;
    } else return false;
  }
  return pattern.slice(at).every((one) => one === "*");
}
