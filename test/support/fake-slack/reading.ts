import { list, record, textOf } from "./blocks.ts";
import type { Block } from "./world.ts";

/** A block's text as a person reads it. `nameOf`: names of users and channels. */
export function readBlock(block: Block, nameOf: (id: string) => string): string {
  if (block["type"] === "rich_text") {
    return list(block["elements"])
      .map((section) => readElements(list(section["elements"]), nameOf))
      .join("\n");
  }
  if (block["type"] === "context")
    return list(block["elements"])
      .map((element) => String(element["text"]))
      .join(" ");
  return block["type"] === "section" ? String(record(block["text"])["text"]) : "";
}

function readElements(elements: readonly Block[], nameOf: (id: string) => string): string {
  return elements
    .map((element) => {
      if (element["type"] === "channel") return `#${nameOf(String(element["channel_id"]))}`;
      if (element["type"] === "link") return String(element["text"] ?? element["url"]);
      return element["type"] === "user" ? nameOf(String(element["user_id"])) : String(element["text"]);
    })
    .join("");
}

export function buttonsOf(blocks: readonly Block[]): { id: string; label: string; actionId: string }[] {
  return blocks
    .filter((block) => block["type"] === "actions")
    .flatMap((block) => list(block["elements"]))
    .filter((element) => element["type"] === "button")
    .map((element) => ({
      id: String(element["value"]),
      label: String(record(element["text"])["text"]),
      actionId: String(element["action_id"]),
    }));
}

/** The menus of blocks, with their choices. */
export function menusOf(blocks: readonly Block[]): {
  readonly label: string;
  readonly actionId: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  /** The id of the current choice. */
  readonly chosen: string | undefined;
}[] {
  return blocks
    .filter((block) => block["type"] === "actions")
    .flatMap((block) => list(block["elements"]))
    .filter((element) => element["type"] === "static_select")
    .map((element) => ({
      chosen: element["initial_option"] === undefined ? undefined : textOf(record(element["initial_option"])["value"]),
      label: String(record(element["placeholder"])["text"]),
      actionId: String(element["action_id"]),
      choices: list(element["options"]).map((option) => ({
        id: String(option["value"]),
        label: String(record(option["text"])["text"]),
      })),
    }));
}

/** The questions that Slack asks before it reports a press, by the buttons' ids. */
export function questionsOf(blocks: readonly Block[]): Readonly<Record<string, string>> {
  const elements = blocks.filter((block) => block["type"] === "actions").flatMap((block) => list(block["elements"]));
  return Object.fromEntries(
    elements
      .filter((element) => element["confirm"] !== undefined)
      .map((element) => [textOf(element["value"]), textOf(record(record(element["confirm"])["text"])["text"])]),
  );
}

/** The elements of rich text by line. */
export function richLines(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const lines: Block[][] = [[]];
  const elements = blocks
    .filter((block) => block["type"] === "rich_text")
    .flatMap((block) => list(block["elements"]))
    .flatMap((section) => list(section["elements"]));
  for (const element of elements) {
    const [words, ...below] = textOf(element["text"]).split("\n");
    lines.at(-1)?.push({ ...element, ...(words === "" ? {} : { text: words }) });
    for (const text of below) lines.push([{ ...element, text }]);
  }
  return lines;
}
