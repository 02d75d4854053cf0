import { useMemo } from "react";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import { useConsole } from "../context.ts";
import type { DraftPlace } from "./drafts.ts";
import { pendingFile, releaseFile } from "./pending-file.ts";

const MIB = 1024 * 1024;

export interface PendingFiles {
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
}

/** Attaches files to the message being written, and detaches them. */
export function usePendingFiles({ person, channel }: DraftPlace): PendingFiles {
  const { drafts, texts } = useConsole();
  return useMemo(() => {
    const place = { person, channel };
    return {
      add(more) {
        const { files } = drafts.of(place);
        const tooLarge = more.find((file) => file.size > CONSOLE_FILE_BYTES);
        const room = CONSOLE_FILES_PER_MESSAGE - files.length;
        const tooMany = more.length > room;
        const problem = tooLarge
          ? texts.fileTooLarge(tooLarge.name, CONSOLE_FILE_BYTES / MIB)
          : tooMany
            ? texts.tooManyFiles(CONSOLE_FILES_PER_MESSAGE)
            : undefined;
        const taken = more.filter((file) => file.size <= CONSOLE_FILE_BYTES).slice(0, Math.max(0, room));
        drafts.change(place, { files: [...files, ...taken.map(pendingFile)], problem });
      },
      remove(id) {
        const { files } = drafts.of(place);
        files.filter((file) => file.id === id).forEach(releaseFile);
        drafts.change(place, { files: files.filter((file) => file.id !== id), problem: undefined });
      },
    };
  }, [drafts, texts, person, channel]);
}
