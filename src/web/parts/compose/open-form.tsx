import { Suspense } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { useOnceTrue } from "../../state/load/use-once-true.ts";

const FormDialog = lazyPart(async () => (await import("./form-dialog.tsx")).FormDialog);

/** The form that was opened last, if it is open. Its code is loaded with the first one. */
export function OpenFormDialog() {
  const { forms } = useConsole();
  const open = useStore(forms.store, (value) => value);
  const wasOpen = useOnceTrue(open !== undefined);
  useBackCloses(open !== undefined, forms.close);
  if (!wasOpen) return undefined;
  return (
    <Suspense>
      <FormDialog open={open} />
    </Suspense>
  );
}
