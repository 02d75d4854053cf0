import { useWindowEvent } from "@mantine/hooks";
import { Suspense, useState } from "react";
import { lazyPart } from "../state/load/lazy-part.ts";

const Hint = lazyPart(async () => (await import("./hint.tsx")).Hint);

/**
 * Says what a control without words does, while the pointer is over it: each element with `data-hint`, whose value is what it
 * says. Screen readers know that from its name. The code is loaded with the first hint: placing it takes a lot.
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
