import "../mantine-dialogs.css";
import { Modal } from "@mantine/core";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/context.ts";
import styles from "./shortcuts-dialog.module.css";

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists the keys that the page knows. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={say.shortcuts}
      centered
      closeButtonProps={{ "aria-label": texts.close }}
    >
      <dl className={styles.list}>
        {say.shortcutKeys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
