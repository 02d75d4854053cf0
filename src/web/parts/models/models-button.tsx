import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useConsole } from "../../state/context.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { loadPart } from "../../state/load/load-part.ts";
import { useEver } from "../../state/load/use-ever.ts";
import styles from "./models-button.module.css";

const ModelsDialog = lazy(async () => ({
  default: (await loadPart(() => import("./models-dialog.tsx"))).ModelsDialog,
}));

/** Opens the models that may be used here. */
export function ModelsButton() {
  const { texts } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  useBackCloses(isOpen, () => setOpen(false));
  return (
    <>
      <UnstyledButton className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.models}
      </UnstyledButton>
      {wasOpen && (
        <Suspense>
          <ModelsDialog opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
