import { Box } from "@mantine/core";
import { IconDownload, IconFile, IconMaximize } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { FileView, MessageView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/console-context.ts";
import { isPrivateAnswer } from "../../state/log/private-answer.ts";
import { whyUnshown, type Unshown } from "../../state/lightbox/why-unshown.ts";
import { gridColumns } from "../../state/log/picture-grid.ts";
import { thumbnailSet } from "../../state/log/thumbnails.ts";
import styles from "./attachments.module.css";

/** The files of a message: pictures in a grid, clips and audio with controls, others as links. */
export function Attachments({ message }: { readonly message: MessageView }) {
  const { id, channel, author, files } = message;
  const isAnswer = isPrivateAnswer(message);
  const pictures = files.filter((file) => file.mimeType.startsWith("image/"));
  const clips = files.filter((file) => file.mimeType.startsWith("video/"));
  const others = files.filter((file) => !pictures.includes(file) && !clips.includes(file));
  const { lightbox } = useConsole();
  const { wide, narrow } = gridColumns(pictures);
  const enlarge = (some: readonly FileView[], shown: number): void =>
    lightbox.update(() => ({ message: { id, channel, isEasel: author.isEasel, isAnswer }, files: some, shown }));
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.grid} data-wide={wide} data-narrow={narrow}>
          {pictures.map((file, index) => (
            <Picture
              key={file.id}
              file={file}
              isAlone={pictures.length === 1}
              onEnlarge={() => enlarge(pictures, index)}
            />
          ))}
        </div>
      )}
      {clips.map((file, index) => (
        <Clip key={file.id} file={file} onEnlarge={() => enlarge(clips, index)} />
      ))}
      {others.map((file) => (
        <OtherFile key={file.id} file={file} />
      ))}
    </>
  );
}

/** `auto` uses the picture's laid-out width, which is known before it loads. Other browsers assume the largest width. */
const SIZES = "auto, 30rem";

interface PictureProps {
  readonly file: FileView;
  readonly isAlone: boolean;
  readonly onEnlarge: () => void;
}

/** Reserves its space before it loads, so that the layout doesn't shift. */
function Picture({ file, isAlone, onEnlarge }: PictureProps) {
  const { texts } = useConsole();
  const thumbnails = thumbnailSet(file);
  const [shown, setShown] = useState<"thumbnail" | "original" | Unshown>(thumbnails ? "thumbnail" : "original");
  const [isLoaded, setIsLoaded] = useState(false);
  const { width = 1, height = 1 } = file;
  const shape = { aspectRatio: `${width} / ${height}` };
  // A single tall picture would fill the screen, so limit its height.
  const size = isAlone ? { ...shape, width: `min(100%, ${width}px, 30rem, calc(26rem * ${width / height}))` } : shape;
  if (shown === "gone") return <p className={styles.gone}>{texts.pictureUnshown.gone}</p>;
  return (
    <figure className={styles.picture} style={size}>
      <button type="button" className={styles.enlarge} aria-haspopup="dialog" onClick={onEnlarge}>
        {shown === "unshown" ? (
          <span className={styles.unshown}>{texts.pictureUnshown.unshown}</span>
        ) : (
          /* `src` comes last: a browser may start loading as soon as it is set. */
          <img
            alt={file.description}
            width={width}
            height={height}
            loading="lazy"
            {...(shown === "thumbnail" ? { sizes: SIZES, srcSet: thumbnails } : {})}
            src={file.url}
            data-loaded={isLoaded}
            style={isLoaded ? undefined : previewOf(file)}
            onLoad={() => setIsLoaded(true)}
            onError={() => {
              if (shown === "thumbnail") setShown("original");
              else void whyUnshown(file.url).then(setShown);
            }}
          />
        )}
      </button>
      {file.number !== undefined && <figcaption className={styles.number}>#{file.number}</figcaption>}
      <SaveLink file={file} />
    </figure>
  );
}

/** The picture's blurred preview, if there is one. Removed once the picture is loaded, because it may be transparent. */
function previewOf({ preview }: FileView): { backgroundImage: string } | undefined {
  return preview === undefined ? undefined : { backgroundImage: `url("data:image/webp;base64,${preview}")` };
}

function SaveLink({ file }: { readonly file: FileView }) {
  const { texts } = useConsole();
  return (
    <a
      className={styles.save}
      href={file.url}
      download={file.name}
      aria-label={texts.saveFile(file.name)}
      title={texts.save}
    >
      <IconDownload size={17} stroke={1.8} />
    </a>
  );
}

function Clip({ file, onEnlarge }: { readonly file: FileView; readonly onEnlarge: () => void }) {
  const { texts } = useConsole();
  const { width = 16, height = 9 } = file;
  const player = useRef<HTMLVideoElement>(null);
  const enlarge = (): void => {
    // Otherwise both players could be heard.
    player.current?.pause();
    onEnlarge();
  };
  return (
    <figure className={styles.clip} style={{ aspectRatio: `${width} / ${height}` }}>
      {/* Easel's clips and people's attachments have no captions. */}
      <Box
        component="video"
        ref={player}
        src={file.url}
        controls
        preload="metadata"
        playsInline
        aria-label={file.description}
      />
      <button
        type="button"
        className={styles.enlargeClip}
        aria-haspopup="dialog"
        aria-label={texts.enlargeClip}
        title={texts.enlargeClip}
        onClick={enlarge}
      >
        <IconMaximize size={17} stroke={1.8} />
      </button>
      <SaveLink file={file} />
    </figure>
  );
}

function OtherFile({ file }: { readonly file: FileView }) {
  const { texts } = useConsole();
  if (file.mimeType.startsWith("audio/")) {
    return (
      <Box
        component="audio"
        className={styles.sound}
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.description}
      />
    );
  }
  return (
    <a className={styles.file} href={file.url} download={file.name} aria-label={texts.saveFile(file.name)}>
      <IconFile size={18} stroke={1.7} aria-hidden="true" />
      <span>{file.name}</span>
    </a>
  );
}
