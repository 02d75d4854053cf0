import { z } from "zod";

const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  description: z.string(),
  number: z.number().exactOptional(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  /** Of a picture, since somebody has seen its thumbnail: a tiny WebP in base64. */
  preview: z.string().exactOptional(),
});
/** A file as a message stores it. `id` leads to its bytes. */
export type StoredFile = z.infer<typeof StoredFile>;

/** The `content` column: everything in a message apart from its text. */
const MessageContent = z.object({
  files: z.array(StoredFile),
  buttons: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      style: z.enum(["primary", "secondary", "danger"]),
      confirm: z.object({ question: z.string(), yes: z.string(), no: z.string() }).exactOptional(),
    }),
  ),
  progress: z
    .object({
      items: z.array(
        z.object({
          state: z.enum(["waiting", "running", "succeeded", "failed", "cancelled"]),
          label: z.string(),
          expectedAt: z.number().exactOptional(),
        }),
      ),
    })
    .exactOptional(),
  quote: z.string().exactOptional(),
  footer: z.string().exactOptional(),
  mention: z.string().exactOptional(),
  /** The person's message that a private answer is about. */
  answers: z.string().exactOptional(),
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
