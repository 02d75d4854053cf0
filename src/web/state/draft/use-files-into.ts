import { useEffect, useRef, type RefObject } from "react";

/** Calls `take` with files that are dropped or pasted into an element. */
export function useFilesInto(element: RefObject<HTMLElement | null>, take: (files: readonly File[]) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const into = element.current;
    const receive = (event: Event, data: DataTransfer | null): void => {
      const files = [...(data?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    const drop = (event: DragEvent): void => receive(event, event.dataTransfer);
    const paste = (event: ClipboardEvent): void => receive(event, event.clipboardData);
    into?.addEventListener("drop", drop);
    into?.addEventListener("paste", paste);
    return () => {
      into?.removeEventListener("drop", drop);
      into?.removeEventListener("paste", paste);
    };
  }, [element]);
}
