import { Suspense, useState } from "react";
import { useConsole } from "../../state/console-context.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useCtrlKey } from "../../state/use-shortcut.ts";

const QuickFindDialog = lazyPart(async () => (await import("./quick-find-dialog.tsx")).QuickFindDialog);

/** Opens the quick find on Ctrl+K, even while the person is typing. Until it is loaded, a plain field takes what is typed. */
export function QuickFind() {
  const { texts } = useConsole();
  const { isOpen, wasOpen, open, close } = useDialog();
  const [begun, setBegun] = useState("");
  useCtrlKey("k", () => {
    if (!isOpen) setBegun("");
    open();
  });
  if (!wasOpen) return undefined;
  const field = (
    <input
      ref={takeFocus}
      aria-label={texts.quickFind}
      value={begun}
      onChange={({ currentTarget }) => setBegun(currentTarget.value)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    />
  );
  return (
    <Suspense fallback={isOpen && field}>
      <QuickFindDialog opened={isOpen} begun={begun} onClose={close} />
    </Suspense>
  );
}

/** Focuses the field. When it is removed, the focus returns to where it was. */
function takeFocus(field: HTMLInputElement | null): () => void {
  const before = document.activeElement;
  field?.focus();
  return () => before instanceof HTMLElement && before.focus();
}
