import { and, asc, desc, eq, inArray, lte, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { slackPosts, slackUploads } from "../../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";

export type PostRow = InferSelectModel<typeof slackPosts>;
export type UploadRow = InferSelectModel<typeof slackUploads>;
export type UploadStep = "begun" | "sent" | "completing" | "shared";

/** Where a message is, or where it will be. */
export interface Place {
  readonly workspace: string;
  readonly channel: string;
  readonly thread: string | undefined;
}

/** Stores Easel's messages in Slack, and how far each post and its uploads got. */
export interface PostStore {
  /** Stores the intent to post, and returns what is known about the post. */
  intend(key: string, place: Place, hasFiles: boolean): Promise<PostRow>;
  find(key: string): Promise<PostRow | undefined>;
  posted(key: string, ts: string): Promise<void>;
  /** Forgets an intent that Slack refused, unless files of it may be in the channel. */
  withdraw(key: string): Promise<void>;
  uploads(key: string): Promise<UploadRow[]>;
  begin(key: string, ordinal: number, fileId: string): Promise<void>;
  step(key: string, ordinals: readonly number[], step: UploadStep, shareTs?: string): Promise<void>;
  forget(key: string, fileIds: readonly string[]): Promise<void>;
  /** Records that a post's message is deleted, so that it no longer counts as a thread's newest result. */
  removed(key: string): Promise<void>;
  /** The post whose message has this `ts`, or whose files that message shows. */
  at(workspace: string, channel: string, ts: string): Promise<PostRow | undefined>;
  /** Easel's newest message with files in a thread, before a given time. Includes the thread's first message. */
  latestResult(place: Place & { thread: string }, before: string): Promise<PostRow | undefined>;
}

export function createPostStore(db: Database): PostStore {
  const background = DATABASE_BACKGROUND_CALL_MS;
  return {
    intend: (key, { workspace, channel, thread }, hasFiles) =>
      db.run(async (queries) => {
        const row = { key, workspace, channel, thread: thread ?? null, hasFiles };
        await queries.insert(slackPosts).values(row).onConflictDoNothing();
        const [known] = await queries.select().from(slackPosts).where(eq(slackPosts.key, key));
        if (!known) throw new Error("inserting an intended post returned no row");
        return known;
      }, background),

    find: async (key) => {
      const [row] = await db.run(
        (queries) => queries.select().from(slackPosts).where(eq(slackPosts.key, key)),
        background,
      );
      return row;
    },

    posted: async (key, ts) => {
      await db.run((queries) => queries.update(slackPosts).set({ ts }).where(eq(slackPosts.key, key)), background);
    },

    withdraw: async (key) => {
      const mayBeShared = sql`exists (
        select from slack_uploads where post_key = ${slackPosts.key} and step in ('completing', 'shared'))`;
      await db.run(
        (queries) =>
          queries
            .delete(slackPosts)
            .where(and(eq(slackPosts.key, key), sql`${slackPosts.ts} is null and not ${mayBeShared}`)),
        background,
      );
    },

    uploads: (key) =>
      db.run(
        (queries) =>
          queries.select().from(slackUploads).where(eq(slackUploads.postKey, key)).orderBy(asc(slackUploads.ordinal)),
        background,
      ),

    begin: async (postKey, ordinal, fileId) => {
      const fresh = { fileId, step: "begun", shareTs: null };
      await db.run(
        (queries) =>
          queries
            .insert(slackUploads)
            .values({ postKey, ordinal, ...fresh })
            .onConflictDoUpdate({ target: [slackUploads.postKey, slackUploads.ordinal], set: fresh }),
        background,
      );
    },

    step: async (key, ordinals, step, shareTs) => {
      if (ordinals.length === 0) return;
      await db.run(
        (queries) =>
          queries
            .update(slackUploads)
            .set({ step, ...(shareTs === undefined ? {} : { shareTs }) })
            .where(and(eq(slackUploads.postKey, key), inArray(slackUploads.ordinal, [...ordinals]))),
        background,
      );
    },

    forget: async (key, fileIds) => {
      if (fileIds.length === 0) return;
      await db.run(
        (queries) =>
          queries
            .delete(slackUploads)
            .where(and(eq(slackUploads.postKey, key), inArray(slackUploads.fileId, [...fileIds]))),
        background,
      );
    },

    removed: async (key) => {
      await db.run(
        (queries) => queries.update(slackPosts).set({ hasFiles: false }).where(eq(slackPosts.key, key)),
        background,
      );
    },

    at: async (workspace, channel, ts) => {
      const [row] = await db.run((queries) =>
        queries
          .select()
          .from(slackPosts)
          .where(and(isIn(workspace, channel), sql`${slackPosts.key} in (${shownAt(workspace, channel, ts)})`))
          .limit(1),
      );
      return row;
    },

    latestResult: async ({ workspace, channel, thread }, before) => {
      const [row] = await db.run((queries) =>
        queries
          .select()
          .from(slackPosts)
          .where(
            and(
              isIn(workspace, channel),
              sql`has_files`,
              lte(slackPosts.ts, before),
              sql`${slackPosts.key} in (
                (
                  select key from slack_posts
                  where workspace = ${workspace} and channel = ${channel} and thread = ${thread} and has_files and ts <= ${before}
                  order by ts desc limit 1
                )
                union all ${shownAt(workspace, channel, thread)}
              )`,
            ),
          )
          .orderBy(desc(slackPosts.ts))
          .limit(1),
      );
      return row;
    },
  };
}

function isIn(workspace: string, channel: string): SQL | undefined {
  return and(eq(slackPosts.workspace, workspace), eq(slackPosts.channel, channel));
}

/** The keys of the post with this `ts`, and of posts whose files that message shows. A union, because no one index serves both. */
function shownAt(workspace: string, channel: string, ts: string): SQL {
  return sql`
    select key from slack_posts where workspace = ${workspace} and channel = ${channel} and ts = ${ts}
    union all select post_key from slack_uploads where share_ts = ${ts}`;
}
