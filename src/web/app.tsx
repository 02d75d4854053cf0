import { useEffect, useMemo, useState } from "react";
import { consolePageTexts } from "../text/render/console/console-page.ts";
import type { Locale } from "../lib/locale.ts";
import type { PersonId } from "../platforms/console/api/people.ts";
import { Shell } from "./parts/frame/shell.tsx";
import { channelId, channelName } from "./state/channels/channel-name.ts";
import { ConsoleContext, useStore, type ConsoleContextValue } from "./state/console-context.ts";
import { rememberedLocale, rememberedPerson, rememberLocale, rememberPerson } from "./state/session.ts";
import { usePlace } from "./state/history/use-place.ts";
import { usePageTitle } from "./state/log/use-page-title.ts";
import { useClient, type Services } from "./state/use-services.ts";

/** Assembles the page for a person, a language and a channel. */
export function App({ services }: { readonly services: Services }) {
  const [person, setPerson] = useState<PersonId>(rememberedPerson);
  const [locale, setLocale] = useState<Locale>(rememberedLocale);
  const [visited, go] = usePlace();
  const client = useClient(services, person, locale);
  const channel = useStore(client.store, ({ channels }) => channelId(channels, visited.channel));
  const place = useMemo(() => ({ ...visited, channel }), [visited, channel]);

  useEffect(() => {
    if (place.isKnown) client.visit(place.channel, place.message);
  }, [client, place]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => services.notifications.onOpen(({ channel: at, id }) => go(at, { message: id })), [services, go]);
  const name = useStore(client.store, ({ channels }) => channelName(channels, channel));
  usePageTitle(client, place.isKnown ? name : undefined);

  const value = useMemo<ConsoleContextValue>(
    () => ({
      ...services,
      client,
      person,
      locale,
      place,
      channel,
      go,
      texts: consolePageTexts(locale),
      actAs(next) {
        rememberPerson(next);
        setPerson(next);
      },
      speak(next) {
        rememberLocale(next);
        setLocale(next);
      },
    }),
    [services, client, person, locale, place, channel, go],
  );
  return (
    value && (
      <ConsoleContext value={value}>
        <Shell />
      </ConsoleContext>
    )
  );
}
