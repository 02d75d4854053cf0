import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./shortcuts-dialog.module.css";

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  return (
    <PageDialog opened={opened} onClose={onClose} title={say.shortcuts} centered>
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
    </PageDialog>
  );
}
