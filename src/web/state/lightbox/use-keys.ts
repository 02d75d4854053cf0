import { useWindowEvent } from "@mantine/hooks";

/** What keys do, by their names in `KeyboardEvent.key`. */
export type Keys = Readonly<Partial<Record<string, () => void>>>;

/** Calls what a pressed key does in the lightbox, except while `isOff`, and where the key has a meaning of its own. */
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

/** Sliders, lists of choices and players use the arrow keys, and lists of choices also digits. Nobody writes in the lightbox. */
function needsKey(element: HTMLElement, key: string): boolean {
  return /^(?:Arrow|\d)/.test(key) && element.matches("input, select, video");
}
