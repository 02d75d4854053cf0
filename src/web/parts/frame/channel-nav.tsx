import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState } from "react";
import type { ChannelView } from "../../../platforms/console/api/api.ts";
import { FIRST_CHANNELS } from "../../../platforms/console/api/people.ts";
import { channelName } from "../../state/channels/channel-name.ts";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useOnceTrue } from "../../state/load/use-once-true.ts";
import { PlaceLink } from "../place-link.tsx";
import { Search } from "../search/search.tsx";
import styles from "./channel-nav.module.css";

const PinsDialog = lazyPart(async () => (await import("../pins/pins-dialog.tsx")).PinsDialog);
const ChannelMenu = lazyPart(async () => (await import("./channel-menu.tsx")).ChannelMenu);
const ChannelNameDialog = lazyPart(async () => (await import("./channel-name-dialog.tsx")).ChannelNameDialog);
const RemoveChannelDialog = lazyPart(async () => (await import("./remove-channel-dialog.tsx")).RemoveChannelDialog);

export function ChannelNav() {
  const { texts, channel, place, go, person, locale, api, client, dateDialog } = useConsole();
  const channels = useConsoleState((state) => state.channels);
  const unread = useConsoleState((state) => state.unread);
  const [making, setMaking] = useState(false);
  const menuRef = useRef<HTMLButtonElement>(null);
  const pins = useDialog();
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const wasMaking = useOnceTrue(making);
  const wasRenaming = useOnceTrue(renaming !== undefined);
  const wasRemoving = useOnceTrue(removing !== undefined);

  // Leave the open channel when it is removed.
  const isLoaded = useConsoleState((state) => state.phase === "ready");
  const isThere = channels.some(({ id }) => id === channel);
  const read = useRef<string>(undefined);
  useEffect(() => {
    if (isThere) read.current = channel;
    else if (isLoaded && read.current === channel) go(FIRST_CHANNELS[0]);
  }, [isLoaded, isThere, channel, go]);

  // The channel may be removed while its name is being edited.
  const isRenaming = channels.some(({ id }) => id === renaming);
  if (renaming !== undefined && !isRenaming) setRenaming(undefined);

  const nameBefore = channelName(channels, renaming ?? channel);
  const by = { as: person, locale };
  const create = async (name: string): Promise<void> => {
    const made = await api.addChannel(name, by);
    client.know(made);
    go(made.id);
  };
  const rename = async (name: string): Promise<void> => {
    if (renaming !== undefined) client.know(await api.renameChannel(renaming, name, by));
  };
  // The menu entries that opened the dialogs no longer exist when the dialogs close.
  const backToMenu = (): void => menuRef.current?.focus();
  const mayRename = person === "admin";
  const mayRemove = ({ id, createdBy }: ChannelView): boolean =>
    FIRST_CHANNELS.every((first) => first !== id) && (person === "admin" || createdBy === person);

  return (
    <nav className={styles.nav} aria-label={texts.channels}>
      <div className={styles.head}>
        <span className={styles.heading} aria-hidden="true">
          {texts.channels}
        </span>
        <ActionIcon
          data-hint={texts.newChannel}
          variant="subtle"
          color="gray"
          size="md"
          aria-label={texts.newChannel}
          onClick={() => setMaking(true)}
        >
          <IconPlus size={17} stroke={1.8} />
        </ActionIcon>
      </div>
      <ul className={styles.list}>
        {channels.map((one) => {
          const { id, name = id } = one;
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
                <span className={styles.name}>{name}</span>
                <Unread count={unread.get(id) ?? 0} />
              </PlaceLink>
              {place.isKnown && id === channel && <Search />}
              {place.isKnown && id === channel && (
                <Suspense>
                  <ChannelMenu
                    buttonRef={menuRef}
                    name={name}
                    onPins={pins.open}
                    onDate={() => dateDialog.update(() => ({ back: backToMenu }))}
                    onRename={mayRename ? () => setRenaming(id) : undefined}
                    onRemove={mayRemove(one) ? () => setRemoving(id) : undefined}
                  />
                </Suspense>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense>
        {wasMaking && <ChannelNameDialog opened={making} onClose={() => setMaking(false)} save={create} />}
        {pins.wasOpen && (
          <PinsDialog
            opened={pins.isOpen}
            onClose={() => {
              pins.close();
              backToMenu();
            }}
          />
        )}
        {wasRenaming && (
          <ChannelNameDialog
            opened={isRenaming}
            onClose={() => {
              setRenaming(undefined);
              backToMenu();
            }}
            name={nameBefore}
            save={rename}
          />
        )}
        {wasRemoving && (
          <RemoveChannelDialog
            channel={removing}
            onClose={() => {
              setRemoving(undefined);
              backToMenu();
            }}
          />
        )}
      </Suspense>
    </nav>
  );
}

/** Higher counts are shown as this number and a plus. */
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
