/** A file that is attached to the message being written. */
export interface PendingFile {
  readonly id: string;
  readonly file: File;
  /** The address of a thumbnail, to be released with `releaseFile`. */
  readonly preview?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Reads a file before it is sent: a picture's size, so that its space can be reserved. */
export async function preparePendingFile(file: File): Promise<PendingFile> {
  const plain = { id: crypto.randomUUID(), file };
  if (!file.type.startsWith("image/")) return plain;
  const preview = URL.createObjectURL(file);
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { ...plain, preview, width, height };
  } catch {
    // It claims to be a picture, but this browser doesn't support it.
    URL.revokeObjectURL(preview);
    return plain;
  }
}

export function releaseFile({ preview }: PendingFile): void {
  if (preview !== undefined) URL.revokeObjectURL(preview);
}
