import type { PromptView, PromptsView } from "../../../platforms/console/api/prompts.ts";
import { createExternalStore, type ExternalStore } from "../external-store.ts";

export interface PromptHistoryState {
  /** Newest first, each line once. Not all of them have the last words. */
  readonly prompts: readonly PromptView[];
  readonly phase: "running" | "over" | "failed";
}

/** A person's own earlier requests. */
export interface PromptHistory {
  readonly store: ExternalStore<PromptHistoryState>;
  /** Loads the latest. Then, or after a failure, loads earlier ones with these words, if there may be any. */
  find(words: string): Promise<void>;
}

/** @param ask loads the latest requests with all of these words. */
export function createPromptHistory(ask: (words: string) => Promise<PromptsView>): PromptHistory {
  const store = createExternalStore<PromptHistoryState>({ prompts: [], phase: "running" });
  let loading: Promise<PromptsView> | undefined;
  let current = "";
  const latest = (): Promise<PromptsView> =>
    (loading ??= ask("").catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  const find = async (words: string): Promise<void> => {
    current = words;
    store.update((before) => ({ ...before, phase: "running" }));
    try {
      const { prompts: newest, more } = await latest();
      store.update((before) => (before.prompts.length > 0 ? before : { ...before, prompts: newest }));
      const found = words === "" || !more ? [] : (await ask(words)).prompts;
      // Other words have been typed in the meantime.
      if (words !== current) return;
      const all = new Map([...newest, ...found].map((prompt) => [prompt.line, prompt]));
      const prompts = [...all.values()].toSorted((one, other) => other.requestedAt - one.requestedAt);
      store.update(() => ({ prompts, phase: "over" }));
    } catch {
      if (words === current) store.update((before) => ({ ...before, phase: "failed" }));
    }
  };
  return { store, find };
}
