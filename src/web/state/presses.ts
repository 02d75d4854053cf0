import type { NewAction, NewPress, Taken } from "../../platforms/console/api/api.ts";
import type { NewPin } from "../../platforms/console/api/pins.ts";
import { ApiError, type ApiClient } from "./api-client.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";

/** The state of a pressed button: in progress, or why it failed. */
export type PressState = { readonly pending: true } | { readonly pending: false; readonly reason: string };

export interface Presses {
  /** Pins or unpins a result. Its state has the key of a button named `pin`. */
  pin(pin: NewPin, channel: string): Promise<void>;
  /** States by `pressKey`. A button without an entry can be pressed. */
  readonly store: ExternalStore<Readonly<Record<string, PressState>>>;
  /** `onAnswer` receives the answer. */
  press(press: Omit<NewPress, "id">, onAnswer?: (taken: Taken) => void): Promise<void>;
  /** Chooses from a message's menu. Its state has the key of a button named after the action. `onAnswer` receives the answer. */
  choose(choice: Omit<NewAction, "id">, onAnswer?: (taken: Taken) => void): Promise<void>;
}

const TRIES = 6;
const FIRST_WAIT_MS = 500;
/**
 * How long a pressed button is disabled: longer than a double click, and shorter than it takes to decide on a second
 * press.
 */
const DOUBLE_CLICK_MS = 700;

export function pressKey(message: string, button: string): string {
  return `${message} ${button}`;
}

/** Repeats a request until it is accepted, for as long as a retry can help. */
export async function untilTaken(say: () => Promise<Taken>, sleep: (ms: number) => Promise<void>): Promise<Taken> {
  for (let left = TRIES, wait = FIRST_WAIT_MS; ; left -= 1, wait *= 2) {
    try {
      return await say();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.again || left <= 1) throw error;
      await sleep(wait);
    }
  }
}

/** Presses buttons and chooses from menus. Each press keeps its id when the request is repeated. */
export function createPresses(deps: {
  readonly api: Pick<ApiClient, "press" | "choose" | "pin">;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onTaken: (taken: Taken, place: Pick<NewPress, "as" | "locale" | "channel">) => void;
}): Presses {
  const { api, sleep, onTaken } = deps;
  const store = createExternalStore<Readonly<Record<string, PressState>>>({});

  const once = async (
    key: string,
    place: Pick<NewPress, "as" | "locale" | "channel">,
    say: (id: string) => Promise<Taken>,
  ): Promise<void> => {
    if (store.get()[key]?.pending) return;
    const set = (state: PressState | undefined): void =>
      store.update(({ [key]: _before, ...others }) => (state ? { ...others, [key]: state } : others));
    set({ pending: true });
    const id = crypto.randomUUID();
    try {
      onTaken(await untilTaken(() => say(id), sleep), place);
      // A double click must count as one press: two could cost money twice.
      await sleep(DOUBLE_CLICK_MS);
      set(undefined);
    } catch (error) {
      // If the button no longer exists, a press has already taken effect, perhaps this one.
      const isGone = error instanceof ApiError && error.code === "button_gone";
      set(isGone ? undefined : { pending: false, reason: error instanceof Error ? error.message : String(error) });
    }
  };

  return {
    store,
    pin: (pin, channel) =>
      once(pressKey(pin.message, "pin"), { ...pin, channel }, async () => {
        await api.pin(pin);
        return { done: true };
      }),
    press: (press, onAnswer) =>
      once(pressKey(press.message, press.button), press, async (id) => {
        const taken = await api.press({ ...press, id });
        onAnswer?.(taken);
        return taken;
      }),
    choose: (choice, onAnswer) =>
      once(pressKey(choice.message, choice.action), choice, async (id) => {
        const taken = await api.choose({ ...choice, id });
        onAnswer?.(taken);
        return taken;
      }),
  };
}
