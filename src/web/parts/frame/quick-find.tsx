import { lazy, Suspense, useState } from "react";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { loadPart } from "../../state/load/load-part.ts";
import { useEver } from "../../state/load/use-ever.ts";
import { useCtrlKey } from "../../state/use-shortcut.ts";

const QuickFindDialog = lazy(async () => ({
  default: (await loadPart(() => import("./quick-find-dialog.tsx"))).QuickFindDialog,
}));

/** Leads to a channel, a command or a picture when somebody presses Ctrl+K, even while they write. */
export function QuickFind() {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  useCtrlKey("k", () => setOpen(true));
  useBackCloses(isOpen, () => setOpen(false));
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <QuickFindDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
