import { useCallback, useEffect, useRef, useState } from "react";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import { useConsole } from "../context.ts";
import { pendingFile, releaseFile, type PendingFile } from "./pending-file.ts";

const MIB = 1024 * 1024;

export interface PendingFiles {
  readonly files: readonly PendingFile[];
  /** Why the last file was not accepted. */
  readonly problem: string | undefined;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** The files attached to the message being written. */
export function usePendingFiles(): PendingFiles {
  const { texts } = useConsole();
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  useEffect(() => () => latest.current.forEach(releaseFile), []);

  const add = useCallback(
    (more: readonly File[]) => {
      const tooLarge = more.find((file) => file.size > CONSOLE_FILE_BYTES);
      const room = CONSOLE_FILES_PER_MESSAGE - latest.current.length;
      const tooMany = more.length > room;
      setProblem(
        tooLarge
          ? texts.fileTooLarge(tooLarge.name, CONSOLE_FILE_BYTES / MIB)
          : tooMany
            ? texts.tooManyFiles(CONSOLE_FILES_PER_MESSAGE)
            : undefined,
      );
      const taken = more.filter((file) => file.size <= CONSOLE_FILE_BYTES).slice(0, Math.max(0, room));
      setFiles((before) => [...before, ...taken.map(pendingFile)]);
    },
    [texts],
  );
  const remove = useCallback((id: string) => {
    setProblem(undefined);
    setFiles((before) => {
      before.filter((file) => file.id === id).forEach(releaseFile);
      return before.filter((file) => file.id !== id);
    });
  }, []);
  const clear = useCallback(() => {
    setProblem(undefined);
    setFiles((before) => {
      before.forEach(releaseFile);
      return [];
    });
  }, []);
  return { files, problem, add, remove, clear };
}
