import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { PlaceLink } from "../place-link.tsx";
import styles from "./no-such-place.module.css";

/** Shown for an unknown address or channel. */
export function NoSuchPlace() {
  const { locale, place } = useConsole();
  const say = consoleDialogTexts(locale);
  const [first] = FIRST_CHANNELS;
  const name = useChannelName(first);
  return (
    <section className={styles.place}>
      <h2>{place.isKnown ? say.noSuchChannel(place.channel) : say.noSuchPage}</h2>
      <p>{say.noSuchPlaceText}</p>
      <PlaceLink channel={first}>{say.goTo(name)}</PlaceLink>
    </section>
  );
}
