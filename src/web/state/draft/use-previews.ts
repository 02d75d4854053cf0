import { useEffect, useMemo } from "react";

const ids = new WeakMap<File, string>();

/** An id for a file, valid as long as the page lives. */
export function fileId(file: File): string {
  const id = ids.get(file) ?? crypto.randomUUID();
  ids.set(file, id);
  return id;
}

/** The addresses of thumbnails for pictures, by file. They are valid until the files change. */
export function usePreviews(files: readonly File[]): ReadonlyMap<File, string> {
  const previews = useMemo(() => {
    const pictures = files.filter(({ type }) => type.startsWith("image/"));
    return new Map(pictures.map((file) => [file, URL.createObjectURL(file)] as const));
  }, [files]);
  useEffect(
    () => () => {
      for (const url of previews.values()) URL.revokeObjectURL(url);
    },
    [previews],
  );
  return previews;
}
