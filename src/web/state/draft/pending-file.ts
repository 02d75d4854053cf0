/** A file attached to the message being written. */
export interface PendingFile {
  readonly id: string;
  readonly file: File;
  /** The address of a thumbnail, to be released with `releaseFile`. */
  readonly preview?: string;
}

/** Attaches a file immediately, without reading it, however large it is. `id`: its id before a reload. */
export function pendingFile(file: File, id: string = crypto.randomUUID()): PendingFile {
  const plain = { id, file };
  return file.type.startsWith("image/") ? { ...plain, preview: URL.createObjectURL(file) } : plain;
}

export function releaseFile({ preview }: PendingFile): void {
  if (preview !== undefined) URL.revokeObjectURL(preview);
}
