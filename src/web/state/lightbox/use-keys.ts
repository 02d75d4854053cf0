import { useWindowEvent } from "@mantine/hooks";

/** Key handlers, by `KeyboardEvent.key`. */
export type Keys = Readonly<Partial<Record<string, () => void>>>;

/** Handles the lightbox's keys, except while `isOff`, and where the focused control uses the key itself. */
export function useKeys(keys: Keys, isOff: boolean): void {
  useWindowEvent("keydown", (event) => {
    const { key, target } = event;
    if (isOff || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const act = keys[key];
    if (!act || (target instanceof HTMLElement && needsKey(target, key))) return;
    event.preventDefault();
    act();
  });
}

/** Sliders, selects and players use the arrow keys, and selects also digits. The lightbox has no text fields. */
function needsKey(element: HTMLElement, key: string): boolean {
  return /^(?:Arrow|\d)/.test(key) && element.matches("input, select, video");
}
