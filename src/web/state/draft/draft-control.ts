import { createContext, useContext } from "react";
import type { MessageView } from "../../../platforms/console/api/api.ts";

/** How other parts change the message being written. */
export interface DraftControl {
  /** Puts a text into the input, ready to be sent. */
  readonly write: (text: string) => void;
  readonly replyTo: (message: MessageView) => void;
  /** The message that is being replied to. */
  readonly target: MessageView | undefined;
}

export const DraftContext = createContext<DraftControl | undefined>(undefined);

export function useDraftControl(): DraftControl {
  const value = useContext(DraftContext);
  if (!value) throw new Error("used outside a conversation");
  return value;
}
