import { VisuallyHidden } from "@mantine/core";
import { IconMovie, IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import type { LineageView, RelatedFile } from "../../../platforms/console/api/lineage.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { useUnshown } from "../../state/lightbox/use-unshown.ts";
import { thumbnailSet } from "../../state/log/thumbnails.ts";
import thumbnail from "../thumbnail-button.module.css";
import styles from "./lightbox.module.css";

interface LineageStripProps {
  readonly lineage: LineageView | undefined;
  readonly onShow: (related: RelatedFile) => void;
}

/** The files that this one was made from, and those made from it. Renders nothing if there are none. */
export function LineageStrip({ lineage, onShow }: LineageStripProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  if (!lineage || lineage.from.length + lineage.made.length === 0) return undefined;
  return (
    <div className={styles.lineage}>
      <Related label={say.madeFrom} files={lineage.from} onShow={onShow} />
      <Related label={say.madeFromThis} files={lineage.made} onShow={onShow} />
    </div>
  );
}

interface RelatedProps {
  readonly label: string;
  readonly files: readonly RelatedFile[];
  readonly onShow: (related: RelatedFile) => void;
}

function Related({ label, files, onShow }: RelatedProps) {
  if (files.length === 0) return undefined;
  return (
    <div className={styles.related}>
      <span>{label}</span>
      <ul aria-label={label}>
        {files.map((related) => (
          <li key={related.file.id}>
            <RelatedButton related={related} onShow={onShow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RelatedButtonProps extends Pick<RelatedProps, "onShow"> {
  readonly related: RelatedFile;
}

function RelatedButton({ related, onShow }: RelatedButtonProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const { why, failed } = useUnshown();
  const { file } = related;
  const unshown = why(file);
  if (unshown === "gone") {
    const words = say.goneOf(file.description);
    return (
      <span title={words} className={styles.missing}>
        <IconPhotoOff size={22} stroke={1.6} aria-hidden="true" />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={thumbnail.button}
      aria-label={say.show(file.description)}
      title={file.description}
      onClick={({ currentTarget }) => {
        // The button disappears, and the focus must stay in the dialog.
        currentTarget.closest<HTMLElement>('[role="dialog"]')?.focus();
        onShow(related);
      }}
    >
      {file.mimeType.startsWith("video/") ? (
        <IconMovie size={22} stroke={1.6} />
      ) : unshown ? (
        <IconPhoto size={22} stroke={1.6} />
      ) : (
        // The button has the picture's name. Without a thumbnail, the original is shown.
        <img alt="" sizes="3rem" srcSet={thumbnailSet(file)} src={file.url} onError={() => failed(file)} />
      )}
    </button>
  );
}
