import { useWindowEvent } from "@mantine/hooks";

/** Calls `act` when a key is pressed outside of inputs and dialogs. */
export function useShortcut(key: string, act: (event: KeyboardEvent) => void): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== key || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (!isBusy(event.target)) act(event);
  });
}

/** Whether somebody is writing, choosing or in a dialog, given what has the focus. */
export function isBusy(focused: EventTarget | null): boolean {
  const isField = focused instanceof HTMLElement && focused.matches("input, textarea, select");
  return isField || isInDialog();
}

/** Whether a dialog is open. */
export function isInDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}
