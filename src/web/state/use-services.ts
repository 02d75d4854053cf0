import { useEffect, useMemo } from "react";
import type { PersonId } from "../../platforms/console/api/people.ts";
import type { Locale } from "../../lib/locale.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";
import { createBrowserShelf } from "./browser-shelf.ts";
import { createConsoleClient, type ConsoleClient } from "./console-client.ts";
import type { DateDialogOpening } from "./dates/date-dialog.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";
import type { Enlarged } from "./lightbox/enlarged.ts";
import { createOutbox, type Outbox, type OutboxItem } from "./outbox.ts";
import { createForms, type Forms } from "./forms.ts";
import { consolePageTexts } from "../../text/render/console/console-page.ts";
import { createLazyFileShelf } from "./draft/lazy-file-shelf.ts";
import { createKeptFormFiles } from "./draft/kept-form-files.ts";
import { createDrafts, type Drafts } from "./draft/drafts.ts";
import { sizeOf } from "./draft/picture-size.ts";
import { createNotifications, type Notifications } from "./log/notifications.ts";
import { createPresses, type Presses } from "./presses.ts";
import { goToLogin, logInAgain, onLogOutElsewhere, rememberedLocale } from "./session.ts";
import { wait } from "./wait.ts";

export interface Services {
  readonly api: ApiClient;
  readonly unsent: ExternalStore<readonly OutboxItem[]>;
  readonly outbox: Outbox;
  readonly presses: Presses;
  readonly forms: Forms;
  readonly drafts: Drafts;
  readonly lightbox: ExternalStore<Enlarged | undefined>;
  readonly dateDialog: ExternalStore<DateDialogOpening | undefined>;
  readonly notifications: Notifications;
  /** Deletes what was not sent. Resolves once attached files are deleted, too. */
  readonly forgetUnsent: () => Promise<void>;
}

/** Creates the page's services, once per page. */
export function createServices(): Services {
  const api = createApiClient({
    fetch: (input, init) => fetch(input, init),
    onLogin: logInAgain,
    locale: rememberedLocale,
  });
  const unsent = createExternalStore<readonly OutboxItem[]>([]);
  const fileShelf = createLazyFileShelf(localStorage);
  const forms = createForms({
    api,
    sleep: wait,
    storage: localStorage,
    files: createKeptFormFiles(localStorage, fileShelf),
  });
  const outbox = createOutbox({
    api: { ...api, sizeOf, send: async (message) => forms.took(await api.send(message), message) },
    shelf: createBrowserShelf(localStorage),
    sleep: wait,
    onChange: (items) => unsent.update(() => items),
  });
  const drafts = createDrafts(localStorage, fileShelf, (names) =>
    names.map(consolePageTexts(rememberedLocale()).fileLost).join(" "),
  );
  fileShelf.dropOthers();
  addEventListener("online", () => outbox.wake());
  // Don't keep drafts and unsent messages after a log-out in another tab.
  onLogOutElsewhere(goToLogin);
  return {
    api,
    unsent,
    outbox,
    presses: createPresses({ api, sleep: wait, onTaken: forms.took }),
    forms,
    drafts,
    lightbox: createExternalStore<Enlarged | undefined>(undefined),
    dateDialog: createExternalStore<DateDialogOpening | undefined>(undefined),
    notifications: createNotifications({
      api: "Notification" in globalThis && isSecureContext ? Notification : undefined,
      storage: localStorage,
      focus: () => globalThis.focus(),
    }),
    forgetUnsent() {
      outbox.discardAll();
      drafts.clearAll();
      forms.forgetAll();
      return fileShelf.clear();
    },
  };
}

/** One person's client. Acting as another person creates a new one. */
export function useClient(services: Services, person: PersonId, locale: Locale): ConsoleClient {
  const client = useMemo(
    () =>
      createConsoleClient({
        api: services.api,
        person,
        onReach: () => services.outbox.wake(),
        isHidden: () => document.visibilityState === "hidden",
        onNews: (view, name) => services.notifications.show(view, person, name),
      }),
    [services, person],
  );
  // Set the language first, so that the initial data is in it.
  useEffect(() => client.describe(locale), [client, locale]);
  useEffect(() => client.start(), [client]);
  return client;
}
