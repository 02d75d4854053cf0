/** The beginning of a text, with an ellipsis, that fits into a width. `measure` returns the width of a text in the same unit. */
export function withEllipsis(text: string, width: number, measure: (text: string) => number): string {
  let characters = Array.from(text);
  while (characters.length > 0 && measure(`${characters.join("")}…`) > width) characters = characters.slice(0, -1);
  return `${characters.join("").trimEnd()}…`;
}
