import { useState } from "react";
import { whyUnshown, type Unshown } from "./why-unshown.ts";

interface ShownFile {
  readonly id: string;
  readonly url: string;
}

interface UnshownFiles {
  /** Undefined while the file is shown, and until the server has answered whether the file exists. */
  readonly why: (file: ShownFile) => Unshown | undefined;
  /** Call when the file's element reports an error. */
  readonly failed: (file: ShownFile) => void;
  /** Tries to show the file again. */
  readonly tryAgain: (file: ShownFile) => void;
  /** The file's address. It changes with each attempt, because browsers remember failed pictures. */
  readonly addressOf: (file: ShownFile) => string;
}

/** Tracks the files of a view that could not be shown. */
export function useUnshown(): UnshownFiles {
  const [known, setKnown] = useState<ReadonlyMap<string, Unshown>>(new Map());
  const [attempts, setAttempts] = useState<ReadonlyMap<string, number>>(new Map());
  return {
    why: ({ id }) => known.get(id),
    failed({ id, url }) {
      void whyUnshown(url).then((why) => setKnown((before) => new Map([...before, [id, why]])));
    },
    tryAgain({ id }) {
      setAttempts((before) => new Map([...before, [id, (before.get(id) ?? 0) + 1]]));
      setKnown((before) => new Map([...before].filter(([other]) => other !== id)));
    },
    addressOf({ id, url }) {
      const attempt = attempts.get(id);
      return attempt === undefined ? url : `${url}?attempt=${attempt}`;
    },
  };
}
