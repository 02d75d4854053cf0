import { Suspense } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useOnceTrue } from "../../state/load/use-once-true.ts";
import { useCtrlKey } from "../../state/use-shortcut.ts";

const DateDialog = lazyPart(async () => (await import("./date-dialog.tsx")).DateDialog);

/** Opens the date dialog on Ctrl+J, even while the person is typing, or when another part of the page asks for it. */
export function JumpToDate() {
  const { dateDialog } = useConsole();
  const opened = useStore(dateDialog, (open) => open);
  const wasOpen = useOnceTrue(opened !== undefined);
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
          // The chosen day takes the focus. Without one, the focus returns to where it was.
          if (!hasChosen) opened?.back();
        }}
      />
    </Suspense>
  );
}
