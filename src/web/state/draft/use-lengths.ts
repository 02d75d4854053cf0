import { useEffect, useState } from "react";
import { lengthOf } from "./file-length.ts";

/** The lengths of clips and sounds in seconds, by file, once they are known. Undefined for files without a length. */
export function useLengths(files: readonly File[]): ReadonlyMap<File, number | undefined> {
  const [known, setKnown] = useState<ReadonlyMap<File, number | undefined>>(new Map());
  useEffect(() => {
    let isOver = false;
    const read = async (file: File): Promise<void> => {
      const seconds = await lengthOf(file);
      if (!isOver) setKnown((before) => (before.has(file) ? before : new Map([...before, [file, seconds]])));
    };
    for (const file of files) void read(file);
    return () => {
      isOver = true;
    };
  }, [files]);
  return known;
}
