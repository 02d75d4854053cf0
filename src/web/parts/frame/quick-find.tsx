import { useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { loadPart } from "../../state/load/load-part.ts";
import { useEver } from "../../state/load/use-ever.ts";
import { isInDialog } from "../../state/use-shortcut.ts";

const QuickFindDialog = lazy(async () => ({
  default: (await loadPart(() => import("./quick-find-dialog.tsx"))).QuickFindDialog,
}));

/** Leads to a channel, a command or a picture when somebody presses Ctrl+K, even while they write. */
export function QuickFind() {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  useWindowEvent("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "k" || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    // Some browsers use the same keys for their address bar.
    event.preventDefault();
    if (!isInDialog()) setOpen(true);
  });
  useBackCloses(isOpen, () => setOpen(false));
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <QuickFindDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
