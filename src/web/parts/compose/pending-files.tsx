import { ActionIcon } from "@mantine/core";
import { IconFile, IconX } from "@tabler/icons-react";
import { useConsole } from "../../state/context.ts";
import type { PendingFile } from "../../state/pending-file.ts";
import styles from "./pending-files.module.css";

interface PendingFileListProps {
  readonly files: readonly PendingFile[];
  readonly onRemove: (id: string) => void;
}

export function PendingFileList({ files, onRemove }: PendingFileListProps) {
  const { texts } = useConsole();
  return (
    <ul className={styles.list}>
      {files.map(({ id, file, preview }) => (
        <li key={id} className={styles.chip}>
          {preview === undefined ? (
            <IconFile size={20} stroke={1.6} aria-hidden="true" />
          ) : (
            // The name is shown beside it.
            <img src={preview} alt="" />
          )}
          <span className={styles.name}>{file.name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.removeAttachment(file.name)}
            onClick={() => onRemove(id)}
          >
            <IconX size={15} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
