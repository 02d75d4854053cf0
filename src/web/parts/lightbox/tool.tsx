import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface ToolProps {
  readonly label: string;
  /** The key with the same effect. */
  readonly shortcut?: string;
  /** For a tool that is on or off. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
  /** Its icon. */
  readonly children: ReactNode;
}

/** A button of the lightbox, large enough for touch. */
export function Tool({ label, shortcut, isOn, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      data-hint={label}
      variant={isOn ? "light" : "subtle"}
      color={isOn ? "ember" : "gray"}
      size="xl"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
