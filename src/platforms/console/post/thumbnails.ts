import type { Message, PostedFile, Section } from "../../../core/chat/message.ts";
import { THUMBNAIL_WIDTHS } from "../../../lib/limits.ts";
import { contentOf } from "../store/message-content.ts";
import type { MessageStore } from "../store/message-store.ts";
import { fileUrl } from "./render.ts";

type Messages = Pick<MessageStore, "find">;

/**
 * The address of a picture's thumbnail, from the message that shows the picture to everyone. Undefined if no message does any
 * more.
 */
export async function thumbnailUrl(
  { message, place, of }: PostedFile,
  messages: Messages,
): Promise<string | undefined> {
  const row = await messages.find(message.id);
  const files = row && !row.removed && row.visibleTo === null ? contentOf(row).files : [];
  // If the message lacks a file, the places of the others are uncertain.
  const file = files.length === of ? files[place] : undefined;
  return file && `${fileUrl(file)}?width=${THUMBNAIL_WIDTHS[0]}`;
}

/** The addresses of a view's pictures, by section. Contains only sections with a picture. */
export async function thumbnailsOf(
  { sections = [] }: Message,
  messages: Messages,
): Promise<ReadonlyMap<Section, string>> {
  const found = await Promise.all(
    sections.map(async (section) => {
      const url = section.thumbnail && (await thumbnailUrl(section.thumbnail.posted, messages));
      return url === undefined ? [] : [[section, url] as const];
    }),
  );
  return new Map(found.flat());
}
