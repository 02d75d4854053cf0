import { useWindowEvent } from "@mantine/hooks";

/** Calls `act` when a key is pressed outside inputs and dialogs. */
export function useShortcut(key: string, act: (event: KeyboardEvent) => void): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== key || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (!isBusy(event.target)) act(event);
  });
}

/** Calls `act` when a key is pressed with Ctrl or Command outside dialogs, even in an input. */
export function useCtrlKey(key: string, act: () => void): void {
  useWindowEvent("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.key.toLowerCase() !== key || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    // Some browsers use the same shortcut themselves.
    event.preventDefault();
    if (!isInDialog()) act();
  });
}

/** Whether the person is in a field or a dialog, given the focused element. */
export function isBusy(focused: EventTarget | null): boolean {
  const isField = focused instanceof HTMLElement && focused.matches("input, textarea, select");
  return isField || isInDialog();
}

/** Whether a dialog is open. */
export function isInDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
