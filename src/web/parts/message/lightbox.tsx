import "../mantine-dialogs.css";
import { ActionIcon, Button, Modal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight, IconDownload } from "@tabler/icons-react";
import { useConsole } from "../../state/context.ts";
import type { Enlarged } from "../../state/lightbox.ts";
import styles from "./lightbox.module.css";

interface LightboxProps {
  readonly enlarged: Enlarged | undefined;
  readonly onShow: (next: Enlarged | undefined) => void;
}

/** One picture as large as the window, with controls for the others of its message. */
export function Lightbox({ enlarged, onShow }: LightboxProps) {
  const { texts } = useConsole();
  const { pictures = [], shown = 0 } = enlarged ?? {};
  const file = pictures[shown];
  const step = (by: number): void => onShow({ pictures, shown: (shown + by + pictures.length) % pictures.length });
  useWindowEvent("keydown", ({ key }) => {
    if (file && key === "ArrowLeft") step(-1);
    if (file && key === "ArrowRight") step(1);
  });
  const several = pictures.length > 1;
  const place = several ? texts.pictureOf(shown + 1, pictures.length) : texts.picture;
  const title = file?.number === undefined ? place : `#${file.number}`;

  return (
    <Modal
      opened={file !== undefined}
      onClose={() => onShow(undefined)}
      title={title}
      fullScreen
      classNames={{ content: styles.content, header: styles.header, body: styles.body, title: styles.title }}
      closeButtonProps={{ "aria-label": texts.close, size: "lg" }}
      transitionProps={{ transition: "fade", duration: 120 }}
    >
      {file && (
        <>
          <div className={styles.stage}>
            {several && (
              <ActionIcon
                className={styles.step}
                variant="subtle"
                color="gray"
                size="xl"
                aria-label={texts.previous}
                onClick={() => step(-1)}
              >
                <IconChevronLeft stroke={1.6} />
              </ActionIcon>
            )}
            <img key={file.id} src={file.url} alt={file.description} width={file.width} height={file.height} />
            {several && (
              <ActionIcon
                className={styles.step}
                variant="subtle"
                color="gray"
                size="xl"
                aria-label={texts.next}
                onClick={() => step(1)}
              >
                <IconChevronRight stroke={1.6} />
              </ActionIcon>
            )}
          </div>
          <div className={styles.foot}>
            <p>{file.description}</p>
            <Button
              component="a"
              href={file.url}
              download={file.name}
              leftSection={<IconDownload size={17} stroke={1.8} />}
            >
              {texts.save}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
