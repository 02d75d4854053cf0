import type { FileView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts, type ConsoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useState } from "react";
import { useConsole, useStore } from "../../state/console-context.ts";
import { useDraftControl } from "../../state/draft/draft-control.ts";
import type { Enlarged } from "../../state/lightbox/enlarged.ts";
import { EnlargedFile } from "./enlarged-file.tsx";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./lightbox.module.css";

/** Below forms, which open over the lightbox even if their dialog was rendered before it. */
const BELOW_FORMS = 190;

interface LightboxProps {
  readonly enlarged: Enlarged | undefined;
  readonly onShow: (next: Enlarged | undefined) => void;
}

/** One picture or clip as large as the window, with tools, and controls for the others of its message. */
export function Lightbox({ enlarged, onShow }: LightboxProps) {
  const { locale, forms } = useConsole();
  const { replyTo } = useDraftControl();
  const isCovered = useStore(forms.store, (form) => form !== undefined);
  const { files, shown = 0 } = enlarged ?? {};
  const file = files?.[shown];
  /** The focus goes to the input for a reply, and otherwise back to where it was. */
  const [isReplying, setReplying] = useState(false);
  if (file && isReplying) setReplying(false);

  return (
    <PageDialog
      opened={file !== undefined}
      onClose={() => onShow(undefined)}
      title={file && titleOf(file, shown, files?.length ?? 1, consoleDialogTexts(locale))}
      fullScreen
      zIndex={BELOW_FORMS}
      returnFocus={!isReplying}
      closeOnEscape={!isCovered}
      classNames={{ content: styles.content, header: styles.header, body: styles.body, title: styles.title }}
      closeButtonProps={{ size: "xl" }}
      transitionProps={{ transition: "fade", duration: 120 }}
    >
      {enlarged && file && (
        <EnlargedFile
          enlarged={enlarged}
          file={file}
          isCovered={isCovered}
          onShow={onShow}
          onReply={() => {
            setReplying(true);
            onShow(undefined);
            replyTo(enlarged.message);
          }}
        />
      )}
    </PageDialog>
  );
}

/** The number by which people refer to the file, or else its position among the others. */
function titleOf({ number, mimeType }: FileView, shown: number, of: number, say: ConsoleDialogTexts): string {
  if (number !== undefined) return `#${number}`;
  const [one, several] = mimeType.startsWith("video/") ? [say.clip, say.clipOf] : [say.picture, say.pictureOf];
  return of > 1 ? several(shown + 1, of) : one;
}
