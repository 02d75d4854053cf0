import type { MessageView } from "../../../platforms/console/api/api.ts";
import { dayOf } from "../moments.ts";
import type { OutboxItem } from "../outbox.ts";

/** Consecutive messages of one author within this time share one header. */
const GROUP_MS = 5 * 60_000;

/** One row of a channel's messages. Its key stays the same when the server has accepted an unsent message. */
export type LogRow =
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: MessageView;
      /** Whether it closely follows another message of the same author. */
      readonly grouped: boolean;
      /** Whether it is the first one of its day. */
      readonly newDay: boolean;
    }
  | { readonly kind: "unsent"; readonly key: string; readonly item: OutboxItem };

/** The rows of a channel: its messages, each followed by the private answers to its buttons, then the unsent messages. */
export function logRows(messages: readonly MessageView[], waiting: readonly OutboxItem[]): readonly LogRow[] {
  let before: MessageView | undefined;
  let lastDay: number | undefined;
  const known = new Set(messages.map(({ id }) => id));
  const isBeside = ({ beside }: MessageView): boolean => beside !== undefined && known.has(beside);
  const answers = Map.groupBy(messages.filter(isBeside), ({ beside }) => beside);
  const rowsOf = (message: MessageView): LogRow[] => {
    const day = dayOf(message.createdAt);
    // An answer is shown below a message of an earlier day, and doesn't begin a new day.
    const newDay = !isBeside(message) && day !== lastDay;
    const grouped =
      !newDay &&
      before !== undefined &&
      before.author.id === message.author.id &&
      before.private === message.private &&
      message.replyTo === undefined &&
      message.createdAt - before.createdAt < GROUP_MS;
    before = message;
    if (newDay) lastDay = day;
    const row: LogRow = { kind: "message", key: message.id, message, grouped, newDay };
    return [row, ...(answers.get(message.id) ?? []).flatMap(rowsOf)];
  };
  const rows = messages.filter((message) => !isBeside(message)).flatMap(rowsOf);
  for (const item of waiting) rows.push({ kind: "unsent", key: item.message.id, item });
  return rows;
}
