import { backoff } from "../../lib/backoff.ts";
import type { Conversation, PlatformName } from "../chat/conversation.ts";
import { PlatformError } from "../chat/errors.ts";
import type { Platform } from "../chat/platform.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";

/** How often what admins are to be told is looked for: nobody waits for it. */
const ADMIN_NOTES_MS = 2_000;
/** Wait before a note is tried again; doubles each time up to the cap. */
const ADMIN_NOTE_BACKOFF_MS = 5_000;
const ADMIN_NOTE_BACKOFF_CAP_MS = 10 * 60_000;

/** Something that admins are to be told in their channel. */
export interface AdminNote {
  readonly id: string;
  readonly conversation: Conversation;
  readonly text: string;
  /** How often it was tried in vain. */
  readonly tries: number;
}

/** The port to where notes to admins are kept. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface AdminNoteStore {
  /** Is it this worker that posts them on a platform? Once it is, it stays so for as long as it lives. */
  hold(platform: PlatformName, workerId: string): Promise<boolean>;
  /** Those that are to be posted now, the oldest first. */
  due(platform: PlatformName): Promise<readonly AdminNote[]>;
  posted(id: string): Promise<void>;
  /** `againMs`: when to try again; undefined: never. */
  failed(id: string, failure: string, againMs: number | undefined): Promise<void>;
}

export interface AdminNotesContext {
  readonly store: AdminNoteStore;
  /** Those that this process can post on. */
  readonly platforms: readonly Platform[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Posts what admins are to be told, each note once whatever crashes: it is stored before it is posted, one worker posts on a
 * platform, and after a crash the next worker looks for it first unless the platform prevents duplicates.
 */
export function createAdminNotes(context: AdminNotesContext) {
  const { store, clock, random, log } = context;
  return {
    /** Posts notes until the signal is aborted, where no other worker does. */
    async run(workerId: string, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          for (const platform of context.platforms) {
            if (await store.hold(platform.name, workerId)) await postDue(platform, signal);
          }
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, "notes to admins will be looked for again");
        }
        await clock.sleep(ADMIN_NOTES_MS, signal);
      }
    },
  };

  async function postDue(platform: Platform, signal: AbortSignal): Promise<void> {
    for (const note of await store.due(platform.name)) {
      signal.throwIfAborted();
      try {
        const key = note.id.replaceAll("-", "");
        const there = platform.capabilities.postOnce
          ? undefined
          : await platform.findPost(note.conversation, key, signal);
        if (!there) await platform.post(note.conversation, { text: note.text }, key, signal);
        await store.posted(note.id);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const againMs = backoff(note.tries, ADMIN_NOTE_BACKOFF_MS, ADMIN_NOTE_BACKOFF_CAP_MS, random);
        log.warn({ note: note.id, err: error }, "a note to admins was not posted");
        await store.failed(note.id, error.failure, error.retryable ? againMs : undefined);
      }
    }
  }
}
