import { textsIn } from "./components.ts";
import type { FakeMessage, World } from "./world.ts";

type Readable = Pick<FakeMessage, "content"> & Partial<FakeMessage>;

/** The text as it was sent, with its markup. For a view, all of its texts. */
export function sentText({ content, components = [] }: Readable): string {
  return [content, ...textsIn(components)].filter((text) => text !== "").join("\n");
}

/** The text as a person reads it: without Discord's markup, and with names instead of mentions. */
export function readText(message: Readable, world: World): string {
  return sentText(message)
    .split("\n")
    .map((line) => readLine(line, world))
    .join("\n")
    .trim();
}

function readLine(line: string, world: World): string {
  let out = "";
  let rest = line.replace(/^(?:#{1,3}|-#|>) /, "");
  while (rest !== "") {
    const code = /^`([^`]+)`/.exec(rest);
    const escaped = /^\\([^\sA-Za-z0-9])/.exec(rest);
    const mention = /^<@!?(\d{17,19})>/.exec(rest);
    const channel = /^<#(\d{17,19})>/.exec(rest);
    const emphasis = /^(?:\*\*|\*|__|_|~~|\|\|)/.exec(rest);
    const link = /^\[([^\]]+)\]\([^)]+\)/.exec(rest);
    const found = code ?? escaped ?? mention ?? channel ?? emphasis ?? link;
    if (mention) out += world.users.get(mention[1] ?? "")?.globalName ?? "unknown";
    else if (channel) out += `#${world.channels.get(channel[1] ?? "")?.name ?? "unknown"}`;
    else if (found) out += found[1] ?? "";
    else out += rest[0] ?? "";
    rest = rest.slice(found?.[0].length ?? 1);
  }
  return out;
}
