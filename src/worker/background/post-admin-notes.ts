import { backoff } from "../../lib/backoff.ts";
import type { Month } from "../../core/account/quota/usage.ts";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { AdminNoteStore } from "../../core/delivery/admin-notes.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often to look for notes to admins. They are not urgent. */
const ADMIN_NOTES_MS = 2_000;
/** The wait before retrying a note; doubles each time, up to a cap. */
const ADMIN_NOTE_BACKOFF_MS = 5_000;
const ADMIN_NOTE_BACKOFF_CAP_MS = 10 * 60_000;

export interface AdminNotesContext {
  readonly store: AdminNoteStore;
  /** The platforms on which this process can post. */
  readonly platforms: readonly Platform[];
  /** The attachments of a report. */
  readonly filesOf: (organisationId: string, month: Month, platform: Platform) => Promise<readonly OutgoingFile[]>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/**
 * Posts notes for admins, each once despite crashes: notes are stored before they are posted, and one worker posts per platform.
 * After a crash, the next worker first looks for the note, unless the platform prevents duplicates.
 */
export function createAdminNotes(context: AdminNotesContext) {
  const { store, clock, random, log } = context;
  return {
    /** Posts notes until the signal is aborted, unless another worker does. */
    run(workerId: string, signal: AbortSignal): Promise<void> {
      const postAll = async (): Promise<void> => {
        for (const platform of context.platforms) {
          if (await store.hold(platform.name, workerId)) await postDue(platform, signal);
        }
      };
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "notes to admins could not be read; trying again");
      return repeat(postAll, { pauseMs: ADMIN_NOTES_MS, clock, onError }, signal);
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
        if (!there) {
          const files = note.report ? await context.filesOf(note.organisationId, note.report, platform) : [];
          const message = { text: note.text, ...(files.length === 0 ? {} : { files }) };
          await platform.post(note.conversation, message, key, signal);
        }
        await store.posted(note.id);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const againMs = backoff(note.tries, ADMIN_NOTE_BACKOFF_MS, ADMIN_NOTE_BACKOFF_CAP_MS, random);
        log.warn({ note: note.id, err: error }, "a note to admins could not be posted");
        await store.failed(note.id, error.failure, error.retryable ? againMs : undefined);
      }
    }
  }
}
