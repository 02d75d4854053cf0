import { useMemo } from "react";
import { REQUEST_FILES } from "../../../lib/limits.ts";
import { useConsole } from "../console-context.ts";
import { pendingFile } from "./pending-file.ts";
import { replacedText } from "./recall.ts";

/** How other parts of the page change the message being written. */
export interface DraftControl {
  /** Puts a text into the input, ready to be sent. The arrow keys and a button bring back the text that it replaces. */
  readonly write: (
    text: string,
    more?: {
      readonly replyTo?: string;
      readonly files?: readonly File[];
      /** Names of files that could not be restored. The page asks the person to attach them again. */
      readonly lost?: readonly string[];
    },
  ) => void;
  readonly replyTo: (message: { readonly id: string }) => void;
}

export function useDraftControl(): DraftControl {
  const { drafts, texts, person, channel } = useConsole();
  return useMemo(() => {
    const place = { person, channel };
    return {
      write(text, { files = [], lost = [], ...reply } = {}) {
        const before = drafts.of(place);
        const room = Math.max(0, REQUEST_FILES - before.files.length);
        const problems = lost.map((name) => texts.fileLost(name));
        if (files.length > room) problems.push(texts.tooManyFiles(REQUEST_FILES));
        drafts.put(place, text, {
          ...reply,
          files: [...before.files, ...files.slice(0, room).map((file) => pendingFile(file))],
          problem: problems.length > 0 ? problems.join(" ") : undefined,
          recalled: { index: -1, text, instead: replacedText(before) ?? before.text },
        });
      },
      replyTo({ id }) {
        const { text, caret, recalled } = drafts.of(place);
        drafts.put(place, text, { caret, recalled, replyTo: id });
      },
    };
  }, [drafts, texts, person, channel]);
}
