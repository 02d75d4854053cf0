import { createContext, useContext, useSyncExternalStore } from "react";
import type { PersonId } from "../../platforms/console/api/people.ts";
import type { ConsolePageTexts } from "../../text/render/console/console-page.ts";
import type { Locale } from "../../lib/locale.ts";
import type { ApiClient } from "./api-client.ts";
import type { ConsoleClient, ConsoleState } from "./console-client.ts";
import type { DateDialogOpening } from "./dates/date-dialog.ts";
import type { ExternalStore } from "./external-store.ts";
import type { Enlarged } from "./lightbox/enlarged.ts";
import type { Outbox, OutboxItem } from "./outbox.ts";
import type { Drafts } from "./draft/drafts.ts";
import type { Forms } from "./forms.ts";
import type { Destination, PagePlace } from "./history/use-place.ts";
import type { Notifications } from "./log/notifications.ts";
import type { Presses } from "./presses.ts";

/** Available to every part of the page. */
export interface ConsoleContextValue {
  readonly api: ApiClient;
  readonly client: ConsoleClient;
  readonly outbox: Outbox;
  readonly unsent: ExternalStore<readonly OutboxItem[]>;
  readonly presses: Presses;
  readonly forms: Forms;
  readonly drafts: Drafts;
  readonly lightbox: ExternalStore<Enlarged | undefined>;
  readonly dateDialog: ExternalStore<DateDialogOpening | undefined>;
  readonly notifications: Notifications;
  /** Forgets everything that has not been sent, in other tabs too. */
  readonly forgetUnsent: () => Promise<void>;
  readonly person: PersonId;
  readonly actAs: (person: PersonId) => void;
  readonly locale: Locale;
  readonly speak: (locale: Locale) => void;
  readonly texts: ConsolePageTexts;
  readonly place: PagePlace;
  /** The id of the channel of `place`. */
  readonly channel: string;
  readonly go: (channel: string, to?: Destination) => void;
}

export const ConsoleContext = createContext<ConsoleContextValue | undefined>(undefined);

export function useConsole(): ConsoleContextValue {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("used outside the Console");
  return value;
}

export function useStore<T, P>(store: ExternalStore<T>, pick: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}

/** Picks a part of the state. `pick` must return the same part for the same state. */
export function useConsoleState<P>(pick: (state: ConsoleState) => P): P {
  return useStore(useConsole().client.store, pick);
}
