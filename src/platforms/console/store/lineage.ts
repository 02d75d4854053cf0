import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { LineageStore, ShownResult } from "../../../core/delivery/lineage.ts";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels, consoleFiles, consoleMessages } from "../../../db/schema/console.ts";
import type { LineageView, RelatedFile } from "../api/lineage.ts";
import { EASEL_ID, type PersonId } from "../api/people.ts";
import { conversationOf } from "../people/places.ts";
import { viewFile } from "../post/render.ts";
import { findFile } from "../receive/files.ts";
import { contentOf, type StoredFile } from "./message-content.ts";

interface LineageDeps {
  readonly db: Database;
  readonly lineages: LineageStore;
}

/** A message that the reader can see. */
interface Seen {
  readonly id: string;
  readonly channel: string;
  readonly author: string;
  readonly replyTo: string | null;
  readonly files: readonly StoredFile[];
}

/**
 * What a file in a message was made from, and what was made from it, restricted to messages that the person can see. Undefined if
 * they can't see the message, or if it doesn't have the file.
 */
export async function readLineage(
  { db, lineages }: LineageDeps,
  of: { readonly message: string; readonly file: string },
  person: PersonId,
): Promise<LineageView | undefined> {
  const [message] = await findSeenMessages(db, [of.message], person);
  const file = message?.files.find(({ id }) => id === of.file);
  const stored = file && (await findFile(db, file.id));
  if (!message || !file || !stored) return undefined;
  const place = { conversation: conversationOf(message.channel), id: message.id };
  const lineage = await lineages.lineageOf(place, { ordinal: ordinalOf(file), hash: stored.hash });
  const { parents, children, references, requestMessage, edited } = lineage;
  const results = await findSeenMessages(
    db,
    [...parents, ...children].map(({ messageId }) => messageId),
    person,
  );
  const shown = ({ messageId, ordinal }: ShownResult): RelatedFile[] =>
    results
      .filter(({ id }) => id === messageId)
      .flatMap((one) => one.files.filter((two) => ordinalOf(two) === ordinal).map((two) => related(one, two)));
  const given = references.length === 0 ? [] : await findGiven(db, requestMessage, references, person);
  const before =
    edited && ("hash" in edited ? given.find(({ hash }) => hash === edited.hash)?.related : shown(edited)[0]);
  const from = [...parents.flatMap(shown), ...given.map(({ related: one }) => one)];
  return { from, edited: before?.file.id, made: children.flatMap(shown) };
}

/** A result's number. A single result has none, and counts as 1. */
function ordinalOf({ number = 1 }: StoredFile): number {
  return number;
}

/** People's pictures and clips with these hashes, in the requesting message or the one that it replies to. */
async function findGiven(
  db: Database,
  requestMessage: string | undefined,
  hashes: readonly string[],
  person: PersonId,
): Promise<{ readonly hash: string; readonly related: RelatedFile }[]> {
  if (requestMessage === undefined) return [];
  const [request] = await findSeenMessages(db, [requestMessage], person);
  if (!request) return [];
  const target = request.replyTo === null ? [] : await findSeenMessages(db, [request.replyTo], person);
  const messages = [request, ...target];
  const rows = await db.run((queries) =>
    queries
      .select({ id: consoleFiles.id, hash: consoleFiles.hash })
      .from(consoleFiles)
      .where(
        inArray(
          consoleFiles.messageId,
          messages.map(({ id }) => id),
        ),
      ),
  );
  return hashes.flatMap((hash) => {
    const ids = new Set(rows.filter((row) => row.hash === hash).map(({ id }) => id));
    const found = messages.flatMap((one) =>
      one.files
        .filter(({ id, mimeType }) => ids.has(id) && /^(?:image|video)\//.test(mimeType))
        .map((two) => related(one, two)),
    );
    return found.slice(0, 1).map((file) => ({ hash, related: file }));
  });
}

/** Those of these messages that the person can see. Excludes messages of a removed channel that are not deleted yet. */
async function findSeenMessages(db: Database, ids: readonly string[], person: PersonId): Promise<Seen[]> {
  if (ids.length === 0) return [];
  const rows = await db.run((queries) =>
    queries
      .select({
        id: consoleMessages.id,
        channel: consoleMessages.channelId,
        author: consoleMessages.author,
        replyTo: consoleMessages.replyTo,
        content: consoleMessages.content,
      })
      .from(consoleMessages)
      .innerJoin(consoleChannels, eq(consoleChannels.id, consoleMessages.channelId))
      .where(
        and(
          inArray(consoleMessages.id, [...ids]),
          eq(consoleMessages.removed, false),
          or(isNull(consoleChannels.removedAt), gt(consoleMessages.position, consoleChannels.revision)),
          or(isNull(consoleMessages.visibleTo), eq(consoleMessages.visibleTo, person)),
        ),
      ),
  );
  return rows.map(({ content, ...row }) => ({ ...row, files: contentOf({ content }).files }));
}

function related({ id, channel, author }: Seen, file: StoredFile): RelatedFile {
  return { message: { id, channel, isEasel: author === EASEL_ID }, file: viewFile(file) };
}
