import { Suspense } from "react";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { useShortcut } from "../../state/use-shortcut.ts";

const ShortcutsDialog = lazyPart(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

/** Shows the list of shortcuts on `?`. */
export function Shortcuts() {
  const { isOpen, wasOpen, open, close } = useDialog();
  useShortcut("?", open);
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <ShortcutsDialog opened={isOpen} onClose={close} />
    </Suspense>
  );
}
