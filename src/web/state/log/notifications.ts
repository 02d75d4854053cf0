import type { MessageView } from "../../../platforms/console/api/api.ts";
import { createExternalStore, type ExternalStore } from "../external-store.ts";
import { plainWords } from "../rich-text.ts";

/** The most characters of a notification. The system cuts longer texts anyway. */
const BODY_CHARACTERS = 300;
/** Where the person's choice is stored. The browser's permission is needed as well. */
const WANTED_KEY = "easel.notify";

/** `blocked`: only the browser's settings can allow them again. */
export type NotificationState = "off" | "on" | "blocked";

/** Notifies a person of their results through the system while the page is hidden. */
export interface Notifications {
  /** Undefined if the browser has no notifications, as on a page without https. */
  readonly store: ExternalStore<NotificationState | undefined>;
  /** Turns them on, which asks for the browser's permission, or off again. */
  toggle(): Promise<void>;
  /** Shows a result for this person, once in all tabs. `channel`: the name of its channel. */
  show(view: MessageView, person: string, channel: string): void;
  /** Sets what opens a message whose notification is clicked. */
  onOpen(open: (view: MessageView) => void): void;
}

export function createNotifications(browser: {
  readonly api: typeof Notification | undefined;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly focus: () => void;
}): Notifications {
  const { api, storage, focus } = browser;
  let open: (view: MessageView) => void = () => {};
  const state = (): NotificationState | undefined => {
    if (!api) return undefined;
    if (api.permission === "denied") return "blocked";
    return api.permission === "granted" && isWanted() ? "on" : "off";
  };
  const isWanted = (): boolean => {
    try {
      return storage.getItem(WANTED_KEY) !== null;
    } catch {
      return false;
    }
  };
  const want = (isOn: boolean): void => {
    try {
      if (isOn) storage.setItem(WANTED_KEY, "yes");
      else storage.removeItem(WANTED_KEY);
    } catch {
      // Without storage, the choice can't be kept, so they stay off.
    }
  };
  const store = createExternalStore(state());
  return {
    store,
    async toggle() {
      const isOn = store.get() !== "on";
      want(isOn);
      if (isOn) await api?.requestPermission();
      store.update(state);
    },
    show(view, person, channel) {
      if (!api || view.mention?.id !== person || state() !== "on") return;
      const words = [plainWords(view), view.quote].filter((part) => part !== undefined && part !== "").join("\n");
      const shown = new api(`Easel · #${channel}`, {
        body: words.slice(0, BODY_CHARACTERS),
        tag: view.id,
      });
      shown.addEventListener("click", () => {
        focus();
        shown.close();
        open(view);
      });
    },
    onOpen(next) {
      open = next;
    },
  };
}
