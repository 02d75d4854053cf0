import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import type { CommandView, SuggestionView } from "../../platforms/console/api/api.ts";
import type * as completionCode from "./completion.ts";
import type { AskedValue, Completion, Suggestion } from "./completion.ts";
import { useConsole, useConsoleState } from "./console-context.ts";

/** The pause in typing after which the server is asked, so that not every letter causes a request. */
const PAUSE_MS = 120;

export interface Suggestions {
  readonly completion: Completion | undefined;
  /** The command at the beginning of the text. */
  readonly command: CommandView | undefined;
  /** The index of the marked suggestion; -1 for none. */
  readonly active: number;
  readonly point: (index: number) => void;
  readonly choose: (suggestion: Suggestion) => void;
  /** Handles a key that is meant for the list. Returns whether it was. */
  readonly takeKey: (event: KeyboardEvent) => boolean;
}

/** The id of a suggestion in the list with that id. */
export function suggestionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** The suggestions at the caret, and their keys: arrows mark, Enter and Tab choose, Escape closes. */
export function useSuggestions(
  given: {
    readonly text: string;
    readonly caret: number;
    readonly files: readonly string[];
    /** The text is an earlier message, so the arrow keys go through messages. */
    readonly isRecalled: boolean;
  },
  write: (text: string, caret: number) => void,
): Suggestions {
  const { text, caret, files, isRecalled } = given;
  const commands = useConsoleState((state) => state.commands);
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const [dismissed, setDismissed] = useState<string>();

  const code = useCompletion();
  const asked = useMemo(() => code?.askedValue(text, caret, commands), [code, text, caret, commands]);
  const answer = useAnswer(asked);
  // Until the server answers, show the values that every model has.
  const offered = asked && answer ? code?.completionOf(asked, answer) : code?.complete(text, caret, commands, files);
  const found = dismissed === text || isRecalled ? undefined : offered;
  const first = found?.eager ? 0 : -1;
  const active = found && moved?.text === text ? Math.min(moved.index, found.items.length - 1) : first;

  const point = (index: number): void => setMoved({ text, index });
  const choose = (suggestion: Suggestion): void => {
    if (!found || !code) return;
    const applied = code.applySuggestion(text, found, suggestion);
    write(applied.text, applied.caret);
  };
  const takeKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false;
    // Also before the list appears: otherwise, Enter would then choose a suggestion instead of sending the text.
    if (event.key === "Escape") setDismissed(text);
    if (!found) return false;
    const count = found.items.length;
    switch (event.key) {
      case "ArrowDown":
        point((active + 1) % count);
        return true;
      case "ArrowUp":
        point((active <= 0 ? count : active) - 1);
        return true;
      case "Escape":
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
  const command = code?.commandOf(`${text} `, commands)?.command;
  return { completion: found, command, active, point, choose, takeKey };
}

type CompletionCode = typeof completionCode;

/** The code that finds suggestions. It is loaded when the page has appeared. */
function useCompletion(): CompletionCode | undefined {
  const [code, setCode] = useState<CompletionCode>();
  useEffect(() => {
    void import("./completion.ts").then(setCode);
  }, []);
  return code;
}

/** The server's suggestions. Undefined until it has answered this query. */
function useAnswer(asked: AskedValue | undefined): readonly SuggestionView[] | undefined {
  const { api, person, locale, channel } = useConsole();
  const [answer, setAnswer] = useState<{ readonly to: AskedValue; readonly found: readonly SuggestionView[] }>();
  useEffect(() => {
    if (!asked) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      const { command, option, typed, options } = asked;
      api.suggest({ as: person, locale, channel, command, option, typed, options }).then(
        (found) => !isOver && setAnswer({ to: asked, found }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, api, person, locale, channel]);
  return answer?.to === asked && answer && answer.found.length > 0 ? answer.found : undefined;
}
