/** The prefix of the storage keys of kept files. */
export const FILE_RECORDS = "easel.file.";

/** Files that were attached but not sent yet, kept in the browser so that they survive a reload. */
export interface FileShelf {
  /** Keeps a file, if there is room. Does nothing if it is kept already. */
  keep(id: string, file: File): void;
  drop(ids: readonly string[]): void;
  /** The kept files among these. The others are lost, and dropped. Never rejects. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, File>>;
  /** Drops the files that nothing has looked for since the page was loaded. */
  dropOthers(): void;
  /** Drops all files, including those of other tabs. Resolves once they are gone, or can't be deleted now. */
  clear(): Promise<void>;
}
