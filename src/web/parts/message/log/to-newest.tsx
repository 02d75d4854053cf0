import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { consoleDialogTexts } from "../../../../text/render/console/console-dialogs.ts";
import { useConsole, useConsoleState } from "../../../state/console-context.ts";
import styles from "./message-log.module.css";

interface ToNewestProps {
  /** Whether a message has arrived below the view. */
  readonly hasNews: boolean;
  readonly onClick: () => void;
}

/** Returns to the newest messages, and shows how many are unread. */
export function ToNewest({ hasNews, onClick }: ToNewestProps) {
  const { texts, locale, channel } = useConsole();
  const say = consoleDialogTexts(locale);
  const unread = useConsoleState((state) => state.unread.get(channel) ?? 0);
  return (
    <Button
      className={styles.news}
      size="compact-sm"
      radius="xl"
      rightSection={<IconArrowDown size={15} />}
      onClick={onClick}
    >
      {hasNews ? say.newMessages : unread === 0 ? say.toNewest : `${say.toNewest} · ${texts.unread(unread)}`}
    </Button>
  );
}
