import { useWindowEvent } from "@mantine/hooks";
import { Suspense, useState } from "react";
import { lazyPart } from "../state/load/lazy-part.ts";

const Hint = lazyPart(async () => (await import("./hint.tsx")).Hint);

/**
 * Shows the tooltip of each element with `data-hint` while the mouse is over it. Screen readers use the element's name instead.
 * The tooltip's code is large, so it is loaded with the first one.
 */
export function Hints() {
  const [control, setControl] = useState<HTMLElement>();
  const hide = (): void => setControl(undefined);
  useWindowEvent("pointerover", ({ pointerType, target }) => {
    const over = target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
    setControl(pointerType === "mouse" && over ? over : undefined);
  });
  useWindowEvent("pointerdown", hide);
  useWindowEvent("keydown", hide);
  return <Suspense>{control && <Hint control={control} />}</Suspense>;
}
