import { ActionIcon, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ChannelView } from "../../../platforms/console/api/api.ts";
import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { useConsole, useConsoleState } from "../../state/context.ts";
import { loadPart } from "../../state/load/load-part.ts";
import { useEver } from "../../state/load/use-ever.ts";
import { PlaceLink } from "../place-link.tsx";
import styles from "./channel-nav.module.css";

const NewChannelDialog = lazy(async () => ({
  default: (await loadPart(() => import("./new-channel-dialog.tsx"))).NewChannelDialog,
}));
const RemoveChannelDialog = lazy(async () => ({
  default: (await loadPart(() => import("./remove-channel-dialog.tsx"))).RemoveChannelDialog,
}));

export function ChannelNav() {
  const { texts, channel, place, go, person } = useConsole();
  const channels = useConsoleState((state) => state.channels);
  const unread = useConsoleState((state) => state.unread);
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<string>();
  const wasMaking = useEver(making);
  const wasRemoving = useEver(removing !== undefined);

  // If the open channel is removed, the page leaves it.
  const isLoaded = useConsoleState((state) => state.phase === "ready");
  const isThere = channels.some(({ id }) => id === channel);
  const read = useRef<string>(undefined);
  useEffect(() => {
    if (isThere) read.current = channel;
    else if (isLoaded && read.current === channel) go(FIRST_CHANNELS[0]);
  }, [isLoaded, isThere, channel, go]);

  const mayRemove = ({ id, createdBy }: ChannelView): boolean =>
    FIRST_CHANNELS.every((first) => first !== id) && (person === "admin" || createdBy === person);

  return (
    <nav className={styles.nav} aria-label={texts.channels}>
      <div className={styles.head}>
        <span className={styles.heading} aria-hidden="true">
          {texts.channels}
        </span>
        <Tooltip label={texts.newChannel}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={texts.newChannel}
            onClick={() => setMaking(true)}
          >
            <IconPlus size={17} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </div>
      <ul className={styles.list}>
        {channels.map((one) => {
          const { id } = one;
          return (
            <li key={id} className={styles.item}>
              <PlaceLink
                channel={id}
                className={styles.link}
                aria-current={place.isKnown && id === channel ? "page" : undefined}
              >
                <span className={styles.hash} aria-hidden="true">
                  #
                </span>
                <span className={styles.name}>{id}</span>
                <Unread count={unread.get(id) ?? 0} />
              </PlaceLink>
              {id === channel && mayRemove(one) && (
                <Tooltip label={texts.removeChannel(id)}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="md"
                    aria-label={texts.removeChannel(id)}
                    onClick={() => setRemoving(id)}
                  >
                    <IconTrash size={16} stroke={1.8} />
                  </ActionIcon>
                </Tooltip>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense>
        {wasMaking && <NewChannelDialog opened={making} onClose={() => setMaking(false)} />}
        {wasRemoving && <RemoveChannelDialog channel={removing} onClose={() => setRemoving(undefined)} />}
      </Suspense>
    </nav>
  );
}

/** More than this is only said to be more. */
const MOST_SHOWN = 99;

function Unread({ count }: { readonly count: number }) {
  const { texts } = useConsole();
  if (count === 0) return undefined;
  return (
    <span className={styles.unread}>
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <VisuallyHidden>{texts.unread(count)}</VisuallyHidden>
    </span>
  );
}
