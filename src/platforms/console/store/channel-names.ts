import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Queries } from "../../../db/queries.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import { CHANNEL_MENTIONS } from "../../../core/chat/message.ts";
import type { ChannelView } from "../api/api.ts";
import type { MessageRow } from "./message-store.ts";

/**
 * Whether a channel is open. A new message in a removed channel opens it again, so a message that arrives at the same
 * moment as the removal is not lost.
 */
export const IS_OPEN = sql<boolean>`(console_channels.removed_at is null or exists (
  select from console_messages message
  where message.channel_id = console_channels.id and message.position > console_channels.revision
))`;

/** The name that is shown to people. */
const NAME = sql<string>`coalesce(console_channels.name, console_channels.id)`;

/** The columns that `viewChannel` needs. */
export const CHANNEL = {
  id: consoleChannels.id,
  name: NAME,
  revision: consoleChannels.revision,
  createdBy: consoleChannels.createdBy,
};

/** A channel in the page's format. */
export function viewChannel({ id, name, revision, createdBy }: Required<Omit<ChannelView, "removed">>): ChannelView {
  return { id, ...(name === id ? {} : { name }), revision, createdBy };
}

/** The open channel with this name, or else the one that was created with it: addresses with that name still lead there. */
export async function findChannel(
  queries: Queries,
  name: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const [found] = await queries
    .select({ id: consoleChannels.id, name: NAME })
    .from(consoleChannels)
    .where(and(or(eq(consoleChannels.name, name), eq(consoleChannels.id, name)), IS_OPEN))
    .orderBy(sql`${NAME} = ${name} desc`)
    .limit(1);
  return found;
}

/** Takes the name away from removed channels: if one opens again, it must not share its name with another. */
export async function freeName(queries: Queries, name: string): Promise<void> {
  await queries
    .update(consoleChannels)
    .set({ name: sql`${name} || '.' || ${consoleChannels.revision}` })
    .where(and(isNotNull(consoleChannels.removedAt), eq(NAME, name)));
}

/** The names of the channels that messages mention, by id. Channels without a row are missing. */
export async function mentionedNames(
  queries: Queries,
  messages: readonly MessageRow[],
): Promise<ReadonlyMap<string, string>> {
  const texts = messages.map(({ text, content }) => `${text} ${JSON.stringify(content)}`);
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(CHANNEL_MENTIONS)].map(([, id = ""]) => id)));
  if (ids.size === 0) return new Map();
  const rows = await queries
    .select({ id: consoleChannels.id, name: NAME })
    .from(consoleChannels)
    .where(sql`${consoleChannels.id} in (select jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb))`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
