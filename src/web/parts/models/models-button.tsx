import { UnstyledButton } from "@mantine/core";
import { Suspense } from "react";
import { useConsole } from "../../state/console-context.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";
import styles from "./models-button.module.css";

const ModelsDialog = lazyPart(async () => (await import("./models-dialog.tsx")).ModelsDialog);

/** Opens the list of models that the person may use here. */
export function ModelsButton() {
  const { texts } = useConsole();
  const { isOpen, wasOpen, open, close } = useDialog();
  return (
    <>
      <UnstyledButton className={styles.button} aria-haspopup="dialog" onClick={open}>
        {texts.models}
      </UnstyledButton>
      {wasOpen && (
        <Suspense>
          <ModelsDialog opened={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
