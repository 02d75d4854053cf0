import { useWindowEvent } from "@mantine/hooks";

/** Calls `act` when a key is pressed outside of inputs and dialogs. */
export function useShortcut(key: string, act: (event: KeyboardEvent) => void): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== key || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (isWriting(event.target) || document.querySelector('[role="dialog"]')) return;
    act(event);
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
