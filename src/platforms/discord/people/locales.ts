import type { Clock } from "../../../lib/clock.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { DISCORD_REMEMBER_MS, DISCORD_SEEN } from "../limits.ts";
import type { DiscordStore } from "../store/discord-store.ts";

/** The members' own languages, which Discord reports with interactions but not with messages. */
export interface Locales {
  /** The language of the member's last interaction. Undefined if it is unknown or can't be read. Never rejects. */
  of(userId: string): Promise<Locale | undefined>;
  /** Stores the language of an interaction. Never rejects. */
  seen(userId: string, locale: Locale): Promise<void>;
}

export function createLocales(
  store: Pick<DiscordStore, "localeOf" | "rememberLocale">,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Locales {
  const known = new Map<string, { readonly locale: Locale | undefined; readonly at: number }>();
  const fresh = (userId: string) => {
    const found = known.get(userId);
    return found && clock.elapsed() - found.at < DISCORD_REMEMBER_MS ? found : undefined;
  };
  const keep = (userId: string, locale: Locale | undefined): void => {
    if (known.size >= DISCORD_SEEN) known.clear();
    known.set(userId, { locale, at: clock.elapsed() });
  };
  return {
    async of(userId) {
      const before = fresh(userId);
      if (before) return before.locale;
      try {
        const stored = await store.localeOf(userId);
        // An interaction that arrived in the meantime is newer.
        const meanwhile = fresh(userId);
        if (meanwhile) return meanwhile.locale;
        keep(userId, stored);
        return stored;
      } catch (error) {
        log.info({ err: error }, "a member's language could not be read");
        return undefined;
      }
    },

    async seen(userId, locale) {
      if (fresh(userId)?.locale === locale) return;
      keep(userId, locale);
      try {
        await store.rememberLocale(userId, locale);
      } catch (error) {
        log.info({ err: error }, "a member's language could not be stored");
      }
    },
  };
}
