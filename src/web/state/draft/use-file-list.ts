import { useMemo } from "react";
import { useConsole, useConsoleState, useStore } from "../console-context.ts";
import { draftIn, draftKey } from "./drafts.ts";
import { rolesOf, usesOf, withFiles, withRole, type FileRole, type FileUse } from "./file-roles.ts";
import { releaseFile, type PendingFile } from "./pending-file.ts";

export interface FileList {
  readonly files: readonly PendingFile[];
  /** The use of each file, in the same order. */
  readonly uses: readonly FileUse[];
  /** The roles that the command being written offers for pictures. */
  readonly roles: readonly FileRole[];
  readonly move: (from: number, to: number) => void;
  readonly assign: (id: string, role: FileRole | undefined) => void;
  readonly remove: (id: string) => void;
}

/** The files of the message being written. Their roles are part of its text, and change with it. */
export function useFileList(): FileList {
  const { drafts, person, channel } = useConsole();
  const place = useMemo(() => ({ person, channel }), [person, channel]);
  const key = draftKey(place);
  const text = useStore(drafts.store, (all) => draftIn(all, key).text);
  const files = useStore(drafts.store, (all) => draftIn(all, key).files);
  const commands = useConsoleState((state) => state.commands);
  const roles = useMemo(() => rolesOf(text, commands), [text, commands]);
  const uses = useMemo(() => usesOf({ text, files }, roles), [text, files, roles]);
  const put = (next: readonly PendingFile[]): void =>
    drafts.change(place, { ...withFiles({ text, files }, next, roles), problem: undefined });
  return {
    files,
    uses,
    roles,
    move(from, to) {
      const moved = files[from];
      if (moved) put(files.toSpliced(from, 1).toSpliced(to, 0, moved));
    },
    assign: (id, role) => drafts.change(place, { text: withRole({ text, files }, id, role, roles) }),
    remove(id) {
      files.filter((file) => file.id === id).forEach(releaseFile);
      put(files.filter((file) => file.id !== id));
    },
  };
}
