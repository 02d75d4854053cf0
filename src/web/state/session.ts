import { pathOf } from "../../platforms/console/api/message-link.ts";
import { isPersonId, type PersonId } from "../../platforms/console/api/people.ts";
import { LOCALES, nearestLocale, type Locale } from "../../lib/locale.ts";

/** The browser remembers the person who acts and the language. The channel is part of the URL. */
const PERSON_KEY = "easel.person";
const LOCALE_KEY = "easel.locale";
/** Set briefly to tell the other tabs about a log-out. */
const LOG_OUT_KEY = "easel.log-out";

export function rememberedPerson(): PersonId {
  const known = read(PERSON_KEY) ?? "";
  return isPersonId(known) ? known : "admin";
}

export function rememberPerson(person: PersonId): void {
  write(PERSON_KEY, person);
}

/** The chosen language, or else the browser's. */
export function rememberedLocale(): Locale {
  const known = read(LOCALE_KEY);
  return LOCALES.find((locale) => locale === known) ?? nearestLocale(navigator.language);
}

export function rememberLocale(locale: Locale): void {
  write(LOCALE_KEY, locale);
}

/** Opens the log-in page in the page's language. */
export function goToLogin(): void {
  location.assign(`/login?locale=${rememberedLocale()}`);
}

/** Opens the log-in page after the session has expired. The log-in returns here. */
export function logInAgain(): void {
  location.assign(`/login?locale=${rememberedLocale()}&next=${encodeURIComponent(location.pathname)}`);
}

/** Tells the other tabs of this browser about a log-out. */
export function announceLogOut(): void {
  write(LOG_OUT_KEY, "now");
  try {
    localStorage.removeItem(LOG_OUT_KEY);
  } catch {
    // Without storage, there is nothing to remove.
  }
}

/** Calls `leave` after a log-out in another tab. */
export function onLogOutElsewhere(leave: () => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === LOG_OUT_KEY && newValue !== null) leave();
  });
}

/** A message's URL, for sharing it and for options that take a message link. */
export function linkTo({ channel, id }: { readonly channel: string; readonly id: string }): string {
  return new URL(pathOf(channel, id), location.href).href;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
