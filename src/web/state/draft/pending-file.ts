/** A file attached to the message being written. */
export interface PendingFile {
  readonly id: string;
  readonly file: File;
  /** The address of a thumbnail, to be released with `releaseFile`. */
  readonly preview?: string;
}

/** Attaches a file immediately. Its bytes are not read until it is sent, however large it is. */
export function pendingFile(file: File): PendingFile {
  const plain = { id: crypto.randomUUID(), file };
  return file.type.startsWith("image/") ? { ...plain, preview: URL.createObjectURL(file) } : plain;
}

export function releaseFile({ preview }: PendingFile): void {
  if (preview !== undefined) URL.revokeObjectURL(preview);
}
