import { useEffect, useMemo } from "react";
import type { PromptsView } from "../../../platforms/console/api/prompts.ts";
import { useConsole, useStore } from "../console-context.ts";
import { createPromptHistory, type PromptHistoryState } from "./prompt-history.ts";

/** The pause in typing after which earlier prompts are searched for, in milliseconds. */
const REST_MS = 250;
/** With fewer letters, only the latest prompts are found: almost any prompt has them. */
const LEAST_LETTERS = 2;

/** The person's own earlier prompts, loaded when this is first rendered, and earlier ones with the words once they are typed. */
export function usePrompts(words: string): PromptHistoryState {
  const { api, person } = useConsole();
  const history = useMemo(
    () =>
      createPromptHistory((sent) => {
        const query = new URLSearchParams({ as: person, words: sent });
        return api.get<typeof PromptsView>(`/api/prompts?${query.toString()}`);
      }),
    [api, person],
  );
  const wanted = words.length < LEAST_LETTERS ? "" : words;
  useEffect(() => {
    const timer = setTimeout(() => void history.find(wanted), wanted === "" ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [history, wanted]);
  return useStore(history.store, (state) => state);
}
