import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Queries } from "../../db/connection.ts";
import { consoleFiles, consoleMessages } from "../../db/schema/console.ts";
import {
  contentOf,
  NO_CONTENT,
  storableContent,
  storableText,
  type MessageContent,
  type StoredFile,
} from "./content.ts";
import type { PersonId } from "./people.ts";
import { nextRevision } from "./revision.ts";

export type MessageRow = typeof consoleMessages.$inferSelect;

/** A message to be written. `keptFiles` are the files whose bytes were stored for it just now. */
export interface MessageDraft {
  readonly id: string;
  readonly channel: string;
  readonly author: string;
  readonly visibleTo?: PersonId;
  readonly postKey?: string;
  readonly text: string;
  readonly replyTo?: string;
  readonly content: MessageContent;
  readonly keptFiles?: readonly KeptFile[];
  /** Uploads that belong to the message from now on. */
  readonly uploads?: readonly string[];
}

export interface KeptFile extends StoredFile {
  readonly hash: string;
}

/**
 * Writes a message, once: where its id or its post key is taken, the message that has it is returned instead with
 * `created: false`.
 */
export async function insertMessage(
  db: Database,
  draft: MessageDraft,
): Promise<{ readonly row: MessageRow; readonly created: boolean }> {
  return db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const [row] = await transaction
      .insert(consoleMessages)
      .values({
        id: draft.id,
        channelId: draft.channel,
        author: draft.author,
        visibleTo: draft.visibleTo ?? null,
        postKey: draft.postKey ?? null,
        position: revision,
        revision,
        text: storableText(draft.text),
        replyTo: draft.replyTo ?? null,
        content: storableContent(draft.content),
      })
      .onConflictDoNothing()
      .returning();
    if (row) {
      await keepFiles(transaction, row.id, draft.keptFiles ?? []);
      await claimUploads(transaction, row.id, draft.uploads ?? []);
      return { row, created: true };
    }
    const first = await findTaken(transaction, draft);
    return { row: first, created: false };
  });
}

async function findTaken(transaction: Queries, draft: MessageDraft): Promise<MessageRow> {
  const taken =
    draft.postKey === undefined ? eq(consoleMessages.id, draft.id) : eq(consoleMessages.postKey, draft.postKey);
  const [row] = await transaction.select().from(consoleMessages).where(taken);
  if (!row) throw new Error("a message was neither written nor found");
  return row;
}

/** What an edit replaces. Without `files` the message keeps those it has. */
export interface MessageEdit {
  readonly text: string;
  readonly replyTo?: string;
  readonly content: Omit<MessageContent, "files">;
  readonly files?: readonly KeptFile[];
}

/** Replaces a message's content; false when there is no such message (any more). */
export async function editMessage(db: Database, channel: string, id: string, edit: MessageEdit): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const here = and(
      eq(consoleMessages.id, id),
      eq(consoleMessages.channelId, channel),
      eq(consoleMessages.removed, false),
    );
    const [before] = await transaction.select({ content: consoleMessages.content }).from(consoleMessages).where(here);
    if (!before) return false;
    if (edit.files) {
      await transaction.delete(consoleFiles).where(eq(consoleFiles.messageId, id));
      await keepFiles(transaction, id, edit.files);
    }
    const files = edit.files?.map(withoutHash) ?? contentOf(before).files;
    await transaction
      .update(consoleMessages)
      .set({
        revision,
        text: storableText(edit.text),
        ...(edit.replyTo === undefined ? {} : { replyTo: edit.replyTo }),
        content: storableContent({ ...edit.content, files }),
        editedAt: sql`now()`,
      })
      .where(here);
    return true;
  });
}

/** Removes a message and its files; nothing happens when it is gone already. `visibleTo` narrows it to a private answer. */
export async function removeMessage(db: Database, id: string, visibleTo?: PersonId): Promise<void> {
  await db.transaction(async (transaction) => {
    const revision = await nextRevision(transaction);
    const mine = visibleTo === undefined ? undefined : eq(consoleMessages.visibleTo, visibleTo);
    const [row] = await transaction
      .update(consoleMessages)
      .set({ revision, removed: true, text: "", content: NO_CONTENT })
      .where(and(eq(consoleMessages.id, id), eq(consoleMessages.removed, false), mine))
      .returning({ id: consoleMessages.id });
    if (row) await transaction.delete(consoleFiles).where(eq(consoleFiles.messageId, row.id));
  });
}

export async function findMessage(db: Database, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.run((queries) => queries.select().from(consoleMessages).where(eq(consoleMessages.id, id)));
  return row;
}

export async function findByPostKey(db: Database, postKey: string): Promise<MessageRow | undefined> {
  const [row] = await db.run((queries) =>
    queries.select().from(consoleMessages).where(eq(consoleMessages.postKey, postKey)),
  );
  return row;
}

async function keepFiles(transaction: Queries, messageId: string, files: readonly KeptFile[]): Promise<void> {
  if (files.length === 0) return;
  await transaction.insert(consoleFiles).values(
    files.map(({ id, hash, name, mimeType, bytes }) => ({
      id,
      messageId,
      hash,
      name: storableText(name),
      mimeType,
      bytes,
    })),
  );
}

async function claimUploads(transaction: Queries, messageId: string, uploads: readonly string[]): Promise<void> {
  for (const id of uploads) {
    await transaction
      .update(consoleFiles)
      .set({ messageId })
      .where(and(eq(consoleFiles.id, id), isNull(consoleFiles.messageId)));
  }
}

export function withoutHash({ hash: _hash, ...file }: KeptFile): StoredFile {
  return file;
}
