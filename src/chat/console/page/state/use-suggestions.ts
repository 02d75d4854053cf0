import { useState, type KeyboardEvent } from "react";
import { applySuggestion, complete, type Completion, type Suggestion } from "./completion.ts";
import { useConsoleState } from "./context.ts";

export interface Suggestions {
  readonly completion: Completion | undefined;
  /** The marked one; -1 for none. */
  readonly active: number;
  readonly point: (index: number) => void;
  readonly choose: (suggestion: Suggestion) => void;
  /** Whether the key was meant for the list. */
  readonly takeKey: (event: KeyboardEvent) => boolean;
}

/** The list of what fits at the caret, and its keys: arrows mark, Enter and Tab choose, Escape puts it away. */
export function useSuggestions(text: string, caret: number, write: (text: string, caret: number) => void): Suggestions {
  const commands = useConsoleState((state) => state.commands);
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const [dismissed, setDismissed] = useState<string>();

  const found = dismissed === text ? undefined : complete(text, caret, commands);
  const first = found?.eager ? 0 : -1;
  const active = found && moved?.text === text ? Math.min(moved.index, found.items.length - 1) : first;

  const point = (index: number): void => setMoved({ text, index });
  const choose = (suggestion: Suggestion): void => {
    if (!found) return;
    const applied = applySuggestion(text, found, suggestion);
    write(applied.text, applied.caret);
  };
  const takeKey = (event: KeyboardEvent): boolean => {
    if (!found || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    const count = found.items.length;
    switch (event.key) {
      case "ArrowDown":
        point((active + 1) % count);
        return true;
      case "ArrowUp":
        point((active <= 0 ? count : active) - 1);
        return true;
      case "Escape":
        setDismissed(text);
        return true;
      case "Enter":
      case "Tab": {
        const item = found.items[event.key === "Tab" ? Math.max(0, active) : active];
        if (event.shiftKey || !item) return false;
        choose(item);
        return true;
      }
      default:
        return false;
    }
  };
  return { completion: found, active, point, choose, takeKey };
}
