import { eq } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles, consoleMessages } from "../../../db/schema/console.ts";
import { createBatcher } from "../../../lib/batcher.ts";
import { WRITTEN_TOGETHER } from "../../../lib/limits.ts";
import { contentOf, storableContent, storableText, type MessageContent, type StoredFile } from "./message-content.ts";
import type { PersonId } from "../api/people.ts";
import { writeMessages, type KeptFile, type MessageChange } from "./write-messages.ts";

export type MessageRow = typeof consoleMessages.$inferSelect;

/** A message to write. `keptFiles` are files whose bytes were just stored for it. */
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
  /** Uploads that the message takes over. */
  readonly uploads?: readonly string[];
}

/** The new content of an edited message. Without `files`, it keeps its files. */
export interface MessageEdit {
  readonly text: string;
  readonly replyTo?: string;
  readonly content: Omit<MessageContent, "files">;
  readonly files?: readonly KeptFile[];
}

/** All messages in the Console. Concurrent changes are written together. */
export interface MessageStore {
  /** Writes a message once. If its id or post key already exists, returns the existing message instead. */
  insert(draft: MessageDraft): Promise<MessageRow | undefined>;
  /** Replaces a message's content. False if the message does not exist or has been removed. */
  edit(channel: string, id: string, edit: MessageEdit): Promise<boolean>;
  /**
   * Removes a message and its files. Does nothing if it is already removed. `visibleTo` limits this to a private answer
   * of that person.
   */
  remove(id: string, visibleTo?: PersonId): Promise<void>;
  /** Shows a person's private message to everyone. It keeps its place in the channel. */
  publish(id: string, author: PersonId): Promise<void>;
  find(id: string): Promise<MessageRow | undefined>;
  /** The files that a message shows. Empty if it does not exist or has been removed. */
  filesOf(id: string): Promise<readonly KeptFile[]>;
  findByPostKey(postKey: string): Promise<MessageRow | undefined>;
}

export function createMessageStore(db: Database): MessageStore {
  const write = createBatcher({
    act: (changes: readonly MessageChange[]) => db.run((queries) => writeMessages(queries, changes)),
    keyOf: (change) => change.id,
    atMost: WRITTEN_TOGETHER,
  });

  async function find(id: string): Promise<MessageRow | undefined> {
    const [row] = await db.run((queries) => queries.select().from(consoleMessages).where(eq(consoleMessages.id, id)));
    return row;
  }

  async function findByPostKey(postKey: string): Promise<MessageRow | undefined> {
    const [row] = await db.run((queries) =>
      queries.select().from(consoleMessages).where(eq(consoleMessages.postKey, postKey)),
    );
    return row;
  }

  return {
    async insert(draft) {
      const { id, channel, author, visibleTo, postKey, replyTo, uploads = [] } = draft;
      const written = await write({
        kind: "new",
        id,
        channel,
        author,
        ...(visibleTo === undefined ? {} : { visibleTo }),
        ...(postKey === undefined ? {} : { postKey }),
        ...(replyTo === undefined ? {} : { replyTo }),
        text: storableText(draft.text),
        content: storableContent(draft.content),
        files: (draft.keptFiles ?? []).map(storableFile),
        uploads,
      });
      if (written) return undefined;
      const first = postKey === undefined ? await find(id) : await findByPostKey(postKey);
      if (!first) throw new Error("inserting a message returned no row, and the message was not found");
      return first;
    },
    edit: (channel, id, { text, replyTo, content, files }) => {
      const { files: shown, ...extras } = storableContent({ ...content, files: files?.map(withoutHash) ?? [] });
      return write({
        kind: "edit",
        id,
        channel,
        ...(replyTo === undefined ? {} : { replyTo }),
        text: storableText(text),
        content: files ? { ...extras, files: shown } : extras,
        ...(files ? { files: files.map(storableFile) } : {}),
      });
    },
    async remove(id, visibleTo) {
      await write({ kind: "removal", id, ...(visibleTo === undefined ? {} : { visibleTo }) });
    },
    async publish(id, author) {
      await write({ kind: "publication", id, author });
    },
    find,
    async filesOf(id) {
      const row = await find(id);
      const files = row ? contentOf(row).files : [];
      if (files.length === 0) return [];
      const stored = await db.run((queries) =>
        queries
          .select({ id: consoleFiles.id, hash: consoleFiles.hash })
          .from(consoleFiles)
          .where(eq(consoleFiles.messageId, id)),
      );
      const hashes = new Map(stored.map((file) => [file.id, file.hash]));
      return files.flatMap((file) => {
        const hash = hashes.get(file.id);
        return hash === undefined ? [] : [{ ...file, hash }];
      });
    },
    findByPostKey,
  };
}

function storableFile(file: KeptFile): KeptFile {
  return { ...file, name: storableText(file.name), description: storableText(file.description) };
}

export function withoutHash({ hash: _hash, ...file }: KeptFile): StoredFile {
  return file;
}
