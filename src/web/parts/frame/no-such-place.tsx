import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/context.ts";
import { PlaceLink } from "../place-link.tsx";
import styles from "./no-such-place.module.css";

/** Shown for an address that leads nowhere, or to a channel that does not exist. */
export function NoSuchPlace() {
  const { texts, place } = useConsole();
  const [first] = FIRST_CHANNELS;
  const name = useChannelName(first);
  return (
    <section className={styles.place}>
      <h2>{place.isKnown ? texts.noSuchChannel(place.channel) : texts.noSuchPage}</h2>
      <p>{texts.noSuchPlaceText}</p>
      <PlaceLink channel={first}>{texts.goTo(name)}</PlaceLink>
    </section>
  );
}
