import type { FileView } from "../../platforms/console/api/api.ts";
import type { PromptView } from "../../platforms/console/api/prompts.ts";
import type { FoundResult } from "../../platforms/console/api/search.ts";
import { channelName } from "./channels/channel-name.ts";
import type { ConsoleState } from "./console-client.ts";
import { loadedMessages } from "./log/channel-log.ts";

/** A place to go to, or something to write. */
export type Found = { readonly label: string; readonly detail: string } & (
  | { readonly kind: "channel"; readonly channel: string }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "prompt"; readonly text: string; readonly files: readonly string[] }
  | { readonly kind: "date" }
  | { readonly kind: "picture" | "clip"; readonly channel: string; readonly message: string }
);

/** The most results of each kind: more would not fit into the view. */
const MOST = 6;

/**
 * The channels, commands, date dialog, pictures and clips that match all words of `query`, ignoring case. Pictures and clips of
 * loaded messages are matched by their descriptions, newest first. The `results` of a search follow.
 */
export function quickFind(
  query: string,
  { channels, commands, logs }: Pick<ConsoleState, "channels" | "commands" | "logs">,
  results: readonly FoundResult[] = [],
  /** The label of the date dialog, and the name of the open channel. */
  date?: { readonly label: string; readonly channel: string },
): readonly Found[] {
  const some = (all: readonly Found[]): readonly Found[] => matching(query, all).slice(0, MOST);
  const shown = (
    { id, channel }: { readonly id: string; readonly channel: string },
    files: readonly FileView[],
    title?: string,
  ): Found[] => {
    const file = files.find(({ mimeType }) => /^(?:image|video)\//.test(mimeType));
    if (!file) return [];
    const kind = file.mimeType.startsWith("image/") ? "picture" : "clip";
    return [
      { kind, label: title ?? file.description, detail: `#${channelName(channels, channel)}`, channel, message: id },
    ];
  };
  const loaded = [...logs.values()]
    .flatMap(loadedMessages)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .flatMap((message) => shown(message, message.files));
  const here = matching(query, loaded);
  const known = new Set(here.map((found) => ("message" in found ? found.message : undefined)));
  const others = results
    .filter(({ message }) => !known.has(message.id))
    .flatMap(({ message, files, prompt, model }) => shown(message, files, prompt === "" ? model : prompt));
  return [
    ...some(channels.map(({ id, name = id }) => ({ kind: "channel", label: `#${name}`, detail: "", channel: id }))),
    ...some(
      commands.map(({ name, description }) => ({
        kind: "command",
        label: `/${name}`,
        detail: description,
        text: `/${name} `,
      })),
    ),
    ...some(date ? [{ kind: "date", label: date.label, detail: `#${date.channel}` }] : []),
    ...[...here, ...others].slice(0, MOST),
  ];
}

/**
 * Those of a person's earlier prompts that match all words of `query`, ignoring case, newest first. `dateOf` formats their dates.
 */
export function findPrompts(
  query: string,
  prompts: readonly PromptView[],
  dateOf: (ms: number) => string,
  most = MOST,
): readonly Found[] {
  const all = prompts.map(({ line, files, channel, requestedAt }): Found => {
    const detail = `#${channel} · ${dateOf(requestedAt)}`;
    return { kind: "prompt", label: line, detail, text: line, files };
  });
  return matching(query, all).slice(0, most);
}

function matching(query: string, all: readonly Found[]): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/);
  return all.filter(({ label, detail }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
