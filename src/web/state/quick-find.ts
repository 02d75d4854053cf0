import { channelName } from "./channels/channel-name.ts";
import type { ConsoleState } from "./console-client.ts";
import { loadedMessages } from "./log/channel-log.ts";

/** Something that the page can go to, or write. */
export type Found = { readonly label: string; readonly detail: string } & (
  | { readonly kind: "channel"; readonly channel: string }
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "date" }
  | { readonly kind: "picture"; readonly channel: string; readonly message: string }
);

/** The most of each kind that are offered: more would not fit into view. */
const MOST = 6;

/**
 * The channels, commands, the way to a date, and pictures with all words of `query`, in any case; the newest pictures first. Pictures are
 * looked for in the messages that the page has loaded, by their descriptions.
 */
export function quickFind(
  query: string,
  { channels, commands, logs }: Pick<ConsoleState, "channels" | "commands" | "logs">,
  /** What the search for a date is called; and the name of the open channel, which has dates. */
  date?: { readonly label: string; readonly channel: string },
): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/);
  const some = (all: readonly Found[]): readonly Found[] =>
    all
      .filter(({ label, detail }) => {
        const text = `${label} ${detail}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .slice(0, MOST);
  const pictures = [...logs.values()]
    .flatMap(loadedMessages)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .flatMap(({ id, channel, files }): Found[] => {
      const picture = files.find(({ mimeType }) => mimeType.startsWith("image/"));
      return picture
        ? [
            {
              kind: "picture",
              label: picture.description,
              detail: `#${channelName(channels, channel)}`,
              channel,
              message: id,
            },
          ]
        : [];
    });
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
    ...some(pictures),
  ];
}
