/**
 * Copies a picture of this origin to the clipboard. Browsers accept only PNG there, so other types are converted. Rejects when
 * the browser refuses, or the picture can't be loaded.
 */
export function copyPicture(url: string): Promise<void> {
  // Pass a promise: Safari requires the call in the same task as the click.
  return navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(url) })]);
}

async function pngOf(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const picture = await response.blob();
  if (picture.type === "image/png") return picture;
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/png" });
}
