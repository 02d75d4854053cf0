import { ActionIcon } from "@mantine/core";
import { IconCopy, IconDownload, IconLink } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { FileView } from "../../../platforms/console/api/api.ts";
import type { MessagePlace } from "../../../platforms/console/api/message-link.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { copyPicture } from "../../state/lightbox/copy-picture.ts";
import { linkTo } from "../../state/session.ts";
import { Tool } from "./tool.tsx";
import styles from "./lightbox.module.css";

/** How long the page says that something was copied, in milliseconds. */
const SAID_MS = 4_000;

interface FileToolsProps {
  readonly file: FileView;
  readonly message: MessagePlace;
}

/** Copies the picture, copies a link to its message, and saves the file. */
export function FileTools({ file, message }: FileToolsProps) {
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const [said, setSaid] = useState<"copied" | "notCopied">();
  useEffect(() => {
    if (said === undefined) return undefined;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (copying: Promise<void>): void =>
    void copying.then(
      () => setSaid("copied"),
      () => setSaid("notCopied"),
    );
  const icon = { size: 20, stroke: 1.7 };
  return (
    <>
      {/* Browsers allow the clipboard only on this machine and over https. */}
      {isSecureContext && file.mimeType.startsWith("image/") && (
        <Tool label={say.copyPicture} onClick={() => copy(copyPicture(file.url))}>
          <IconCopy {...icon} />
        </Tool>
      )}
      {isSecureContext && (
        <Tool label={texts.copyLink} onClick={() => copy(navigator.clipboard.writeText(linkTo(message)))}>
          <IconLink {...icon} />
        </Tool>
      )}
      <ActionIcon
        data-hint={texts.save}
        component="a"
        href={file.url}
        download={file.name}
        variant="subtle"
        color="gray"
        size="xl"
        aria-label={texts.save}
      >
        <IconDownload {...icon} />
      </ActionIcon>
      <output className={styles.said}>{said && say[said]}</output>
    </>
  );
}
