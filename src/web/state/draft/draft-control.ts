import { useMemo } from "react";
import { useConsole } from "../context.ts";
import { pendingFile } from "./pending-file.ts";

/** How other parts of the page change the message being written. */
export interface DraftControl {
  /** Puts a text into the input, ready to be sent. The arrow keys bring back the text that it replaces. */
  readonly write: (text: string, more?: { readonly replyTo?: string; readonly files?: readonly File[] }) => void;
  readonly replyTo: (message: { readonly id: string }) => void;
}

export function useDraftControl(): DraftControl {
  const { drafts, person, channel } = useConsole();
  return useMemo(() => {
    const place = { person, channel };
    return {
      write(text, { files = [], ...reply } = {}) {
        const before = drafts.of(place);
        drafts.put(place, text, {
          ...reply,
          files: [...before.files, ...files.map(pendingFile)],
          recalled: { index: -1, text, instead: before.text },
        });
      },
      replyTo({ id }) {
        const { text, caret, recalled } = drafts.of(place);
        drafts.put(place, text, { caret, recalled, replyTo: id });
      },
    };
  }, [drafts, person, channel]);
}
