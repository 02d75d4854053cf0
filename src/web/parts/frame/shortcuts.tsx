import { lazy, Suspense, useState } from "react";
import { loadPart } from "../../state/load/load-part.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { useEver } from "../../state/load/use-ever.ts";
import { useShortcut } from "../../state/use-shortcut.ts";

const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(() => import("./shortcuts-dialog.tsx"))).ShortcutsDialog,
}));

/** Shows the list of shortcuts when somebody presses `?`. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  useShortcut("?", () => setOpen(true));
  useBackCloses(isOpen, () => setOpen(false));
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <ShortcutsDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
