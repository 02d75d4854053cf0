import { z } from "zod";
import { ButtonView, MenuView, ProgressView, SectionView } from "../api/message-parts.ts";

const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  description: z.string(),
  number: z.number().exactOptional(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  /** A picture's preview, a tiny WebP in base64. Set once its thumbnail has been requested. */
  preview: z.string().exactOptional(),
});
/** A file in a stored message. Its `id` identifies its bytes. */
export type StoredFile = z.infer<typeof StoredFile>;

/** The `content` column: everything in a message apart from its text. */
const MessageContent = z.object({
  files: z.array(StoredFile),
  buttons: z.array(ButtonView),
  progress: z.exactOptional(ProgressView),
  quote: z.string().exactOptional(),
  footer: z.string().exactOptional(),
  mention: z.string().exactOptional(),
  sections: z.array(SectionView).exactOptional(),
  menus: z.array(MenuView).exactOptional(),
  /** The person's message that a private answer is about. */
  answers: z.string().exactOptional(),
  /** The message whose button or menu this private answer came from. */
  beside: z.string().exactOptional(),
});
export type MessageContent = z.infer<typeof MessageContent>;

/** Parses the `content` column of a row. */
export function contentOf(row: { readonly content: unknown }): MessageContent {
  return MessageContent.parse(row.content);
}

/** PostgreSQL text can hold neither NUL nor half a surrogate pair, so both are removed. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Applies `storableText` to every text in a content. */
export function storableContent(content: MessageContent): MessageContent {
  const copy: unknown = JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === "string" ? storableText(value) : value,
  );
  return MessageContent.parse(copy);
}
