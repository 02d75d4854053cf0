import { Suspense } from "react";
import { useConsole, useStore } from "../../state/context.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useEver } from "../../state/load/use-ever.ts";
import { useCtrlKey } from "../../state/use-shortcut.ts";

const DateDialog = lazyPart(async () => (await import("./date-dialog.tsx")).DateDialog);

/** Asks for a day when somebody presses Ctrl+J, even while they write, or chooses it elsewhere. */
export function JumpToDate() {
  const { dateDialog } = useConsole();
  const opened = useStore(dateDialog, (open) => open);
  const wasOpen = useEver(opened !== undefined);
  const close = (): void => dateDialog.update(() => undefined);
  useCtrlKey("j", () => {
    const focused = document.activeElement;
    dateDialog.update(() => ({ back: () => focused instanceof HTMLElement && focused.focus() }));
  });
  useBackCloses(opened !== undefined, close);
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <DateDialog
        opened={opened !== undefined}
        onClose={(hasChosen) => {
          close();
          // The focus goes to what was chosen, and back to where it was when nothing was.
          if (!hasChosen) opened?.back();
        }}
      />
    </Suspense>
  );
}
