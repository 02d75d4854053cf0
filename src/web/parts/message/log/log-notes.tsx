import type { LinkedMessage } from "../../../state/log/use-linked-message.ts";
import { LinkedNote } from "./linked-note.tsx";
import { ToNewest } from "./to-newest.tsx";

interface LogNotesProps {
  readonly linked: LinkedMessage;
  readonly hasNews: boolean;
  /** Whether to offer a way back to the newest messages. */
  readonly leadsBack: boolean;
  readonly onNewest: () => void;
}

/** Notes that the page shows over the messages. */
export function LogNotes({ linked, hasNews, leadsBack, onNewest }: LogNotesProps) {
  return (
    <>
      <LinkedNote linked={linked} />
      {(hasNews || leadsBack) && <ToNewest hasNews={hasNews} onClick={onNewest} />}
    </>
  );
}
