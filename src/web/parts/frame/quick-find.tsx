import { Suspense } from "react";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useCtrlKey } from "../../state/use-shortcut.ts";

const QuickFindDialog = lazyPart(async () => (await import("./quick-find-dialog.tsx")).QuickFindDialog);

/** Opens the quick find on Ctrl+K, even while the person is typing. */
export function QuickFind() {
  const { isOpen, wasOpen, open, close } = useDialog();
  useCtrlKey("k", open);
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <QuickFindDialog opened={isOpen} onClose={close} />
    </Suspense>
  );
}
