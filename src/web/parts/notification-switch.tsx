import { ActionIcon } from "@mantine/core";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import { useConsole, useStore } from "../state/console-context.ts";

/** Turns notifications of results on and off. Renders nothing if the browser has none. */
export function NotificationSwitch() {
  const { notifications, texts } = useConsole();
  const state = useStore(notifications.store, (now) => now);
  if (state === undefined) return undefined;
  const label = { off: texts.notificationsOff, on: texts.notificationsOn, blocked: texts.notificationsBlocked }[state];
  const Icon = state === "on" ? IconBell : IconBellOff;
  return (
    <ActionIcon
      data-hint={label}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      aria-disabled={state === "blocked"}
      onClick={() => state !== "blocked" && void notifications.toggle()}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
