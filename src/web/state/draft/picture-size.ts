/** A picture's size in pixels, so that its space can be reserved. Undefined for other files and unsupported types. */
export async function sizeOf(file: Blob): Promise<{ readonly width: number; readonly height: number } | undefined> {
  if (!file.type.startsWith("image/")) return undefined;
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // The type says that it is a picture, but this browser can't read it.
    return undefined;
  }
}
