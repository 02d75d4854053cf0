import { IconCloudOff, IconDatabaseOff } from "@tabler/icons-react";
import { useConsole, useConsoleState } from "../../state/console-context.ts";
import styles from "./link-banner.module.css";

/** Shown when the page may be outdated: no connection, or no database behind it. */
export function LinkBanner() {
  const { texts } = useConsole();
  const connected = useConsoleState((state) => state.connected);
  const crowded = useConsoleState((state) => state.crowded);
  const database = useConsoleState((state) => state.database);
  const phase = useConsoleState((state) => state.phase);
  const words =
    phase === "failed"
      ? texts.loadFailed
      : connected
        ? database === "away"
          ? texts.databaseAway
          : ""
        : crowded
          ? texts.tooManyPages
          : texts.reconnecting;
  const Icon = connected && phase !== "failed" ? IconDatabaseOff : IconCloudOff;
  return (
    <output className={words ? styles.banner : undefined}>
      {words && (
        <>
          <Icon size={17} stroke={1.7} aria-hidden="true" />
          <span>{words}</span>
        </>
      )}
    </output>
  );
}
