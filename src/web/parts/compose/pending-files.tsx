import { ActionIcon } from "@mantine/core";
import { IconFile, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useConsole } from "../../state/context.ts";
import type { PendingFile } from "../../state/draft/pending-file.ts";
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
          <Thumbnail preview={preview} />
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

/** Decorative: the name is shown beside it. An icon stands for what this browser can't show. */
function Thumbnail({ preview }: { readonly preview: string | undefined }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (preview === undefined || hasFailed) return <IconFile size={20} stroke={1.6} aria-hidden="true" />;
  return <img src={preview} alt="" onError={() => setHasFailed(true)} />;
}
