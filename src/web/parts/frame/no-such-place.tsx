import type { MouseEvent } from "react";
import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { useConsole } from "../../state/context.ts";
import { addressOf } from "../../state/session.ts";
import styles from "./no-such-place.module.css";

/** Shown for an address that leads nowhere, or to a channel that does not exist. */
export function NoSuchPlace() {
  const { texts, place, go } = useConsole();
  const [first] = FIRST_CHANNELS;
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    go(first);
  };
  return (
    <section className={styles.place}>
      <h2>{place.isKnown ? texts.noSuchChannel(place.channel) : texts.noSuchPage}</h2>
      <p>{texts.noSuchPlaceText}</p>
      <a href={addressOf(first)} onClick={follow}>
        {texts.goTo(first)}
      </a>
    </section>
  );
}
