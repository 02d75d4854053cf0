import { useMemo } from "react";
import { CONSOLE_FILE_BYTES, REQUEST_FILES } from "../../../lib/limits.ts";
import { useConsole } from "../console-context.ts";
import type { DraftPlace } from "./drafts.ts";
import { pendingFile } from "./pending-file.ts";

const MIB = 1024 * 1024;

export interface PendingFiles {
  readonly add: (files: readonly File[]) => void;
}

/** Attaches files to the message being written. */
export function usePendingFiles({ person, channel }: DraftPlace): PendingFiles {
  const { drafts, texts } = useConsole();
  return useMemo(() => {
    const place = { person, channel };
    return {
      add(more) {
        const { files } = drafts.of(place);
        const tooLarge = more.find((file) => file.size > CONSOLE_FILE_BYTES);
        const room = REQUEST_FILES - files.length;
        const tooMany = more.length > room;
        const problem = tooLarge
          ? texts.fileTooLarge(tooLarge.name, CONSOLE_FILE_BYTES / MIB)
          : tooMany
            ? texts.tooManyFiles(REQUEST_FILES)
            : undefined;
        const taken = more.filter((file) => file.size <= CONSOLE_FILE_BYTES).slice(0, Math.max(0, room));
        drafts.change(place, { files: [...files, ...taken.map((file) => pendingFile(file))], problem });
      },
    };
  }, [drafts, texts, person, channel]);
}
