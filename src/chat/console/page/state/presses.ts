import type { NewPress } from "../../api.ts";
import { ApiError, type ApiClient } from "./api-client.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";

/** How a press of one button stands: under way, or why it did not work. */
export type PressState = { readonly pending: true } | { readonly pending: false; readonly reason: string };

export interface Presses {
  /** By `pressKey`; a button that is not in it can be pressed. */
  readonly store: ExternalStore<Readonly<Record<string, PressState>>>;
  press(press: Omit<NewPress, "id">): Promise<void>;
}

const TRIES = 6;
const FIRST_WAIT_MS = 500;
/** A pressed button rests this long: longer than anyone's double click, shorter than a second thought. */
const DOUBLE_CLICK_MS = 700;

export function pressKey(message: string, button: string): string {
  return `${message} ${button}`;
}

/** Presses buttons: one press has one id, however often the network makes us say it. */
export function createPresses(api: ApiClient, sleep: (ms: number) => Promise<void>): Presses {
  const store = createExternalStore<Readonly<Record<string, PressState>>>({});
  return {
    store,
    async press(press) {
      const key = pressKey(press.message, press.button);
      if (store.get()[key]?.pending) return;
      const set = (state: PressState | undefined): void =>
        store.update(({ [key]: _before, ...others }) => (state ? { ...others, [key]: state } : others));
      set({ pending: true });
      const id = crypto.randomUUID();
      for (let left = TRIES, wait = FIRST_WAIT_MS; ; left -= 1, wait *= 2) {
        try {
          await api.press({ ...press, id });
          // A double click is meant once, and may cost money twice.
          await sleep(DOUBLE_CLICK_MS);
          set(undefined);
          return;
        } catch (error) {
          // A button that went away did what it was there for, perhaps by this very press.
          if (error instanceof ApiError && error.code === "button_gone") {
            set(undefined);
            return;
          }
          const again = error instanceof ApiError && error.again && left > 1;
          if (!again) {
            set({ pending: false, reason: error instanceof Error ? error.message : String(error) });
            return;
          }
          await sleep(wait);
        }
      }
    },
  };
}
