import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface ToolProps {
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut?: string;
  /** For a tool that is on or off. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
  /** Its icon. */
  readonly children: ReactNode;
}

/** A button of the lightbox, as large as a finger needs it. */
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
