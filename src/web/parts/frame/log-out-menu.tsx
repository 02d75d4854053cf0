import "../mantine-menus.css";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDevices, IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { announceLogOut, goToLogin } from "../../state/session.ts";
import { wait } from "../../state/wait.ts";
import styles from "./controls.module.css";

/** How long the log-out waits for the browser to delete attached files. If it takes longer, the next page deletes them. */
const FORGET_MS = 3_000;

/** Ends this session or all of them. */
export function LogOutMenu() {
  const { locale, api, forgetUnsent } = useConsole();
  const say = consoleDialogTexts(locale);
  const [hasFailed, setHasFailed] = useState(false);

  const leave = async (everywhere: boolean): Promise<void> => {
    setHasFailed(false);
    try {
      await api.logOut(everywhere);
    } catch {
      setHasFailed(true);
      return;
    }
    // The next person to log in must neither read nor send it.
    await Promise.race([forgetUnsent(), wait(FORGET_MS)]);
    announceLogOut();
    goToLogin();
  };
  const icon = { size: 16, stroke: 1.7 };
  return (
    <Menu position="top-end" withinPortal closeOnItemClick={false} onClose={() => setHasFailed(false)}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say.logOut} title={say.logOut}>
          <IconLogout size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void leave(false)}>
          {say.logOut}
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices {...icon} />} onClick={() => void leave(true)}>
          {say.logOutEverywhere}
        </Menu.Item>
        {hasFailed && (
          <p className={styles.problem} role="alert">
            {say.logOutFailed}
          </p>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
