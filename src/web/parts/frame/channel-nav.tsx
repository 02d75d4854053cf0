import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState, type MouseEvent } from "react";
import { useConsole, useConsoleState } from "../../state/context.ts";
import { addressOf } from "../../state/session.ts";
import { NewChannelDialog } from "./new-channel-dialog.tsx";
import styles from "./channel-nav.module.css";

export function ChannelNav() {
  const { texts, channel, go } = useConsole();
  const channels = useConsoleState((state) => state.channels);
  const unread = useConsoleState((state) => state.unread);
  const [making, setMaking] = useState(false);

  const follow = (event: MouseEvent, id: string): void => {
    // New tabs and windows are the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(id);
  };

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
        {channels.map(({ id }) => (
          <li key={id}>
            <a
              href={addressOf(id)}
              className={styles.link}
              aria-current={id === channel ? "page" : undefined}
              onClick={(event) => follow(event, id)}
            >
              <span className={styles.hash} aria-hidden="true">
                #
              </span>
              <span className={styles.name}>{id}</span>
              {unread.has(id) && <span className={styles.unread} title={texts.unread} />}
            </a>
          </li>
        ))}
      </ul>
      <NewChannelDialog opened={making} onClose={() => setMaking(false)} />
    </nav>
  );
}
