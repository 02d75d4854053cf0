import { Box } from "@mantine/core";
import { IconDownload, IconFile } from "@tabler/icons-react";
import { useState } from "react";
import type { FileView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/context.ts";
import { gridColumns } from "../../state/log/picture-grid.ts";
import { thumbnailSet } from "../../state/log/thumbnails.ts";
import styles from "./attachments.module.css";

/** The files of a message: pictures in a grid, clips and audio with controls, others as links. */
export function Attachments({ files }: { readonly files: readonly FileView[] }) {
  const pictures = files.filter((file) => file.mimeType.startsWith("image/"));
  const others = files.filter((file) => !file.mimeType.startsWith("image/"));
  const { lightbox } = useConsole();
  const { wide, narrow } = gridColumns(pictures);
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.grid} data-wide={wide} data-narrow={narrow}>
          {pictures.map((file, index) => (
            <Picture
              key={file.id}
              file={file}
              isAlone={pictures.length === 1}
              onEnlarge={() => lightbox.update(() => ({ pictures, shown: index }))}
            />
          ))}
        </div>
      )}
      {others.map((file) => (
        <OtherFile key={file.id} file={file} />
      ))}
    </>
  );
}

/** The picture's width on the page, which is known before it is loaded; the largest one for browsers that can't tell. */
const SIZES = "auto, 30rem";

interface PictureProps {
  readonly file: FileView;
  readonly isAlone: boolean;
  readonly onEnlarge: () => void;
}

/** Reserves its space before it has loaded, so that nothing moves. */
function Picture({ file, isAlone, onEnlarge }: PictureProps) {
  const { texts } = useConsole();
  const thumbnails = thumbnailSet(file);
  const [shown, setShown] = useState<"thumbnail" | "original" | "nothing">(thumbnails ? "thumbnail" : "original");
  const [isLoaded, setIsLoaded] = useState(false);
  const { width = 1, height = 1 } = file;
  const shape = { aspectRatio: `${width} / ${height}` };
  // A single tall picture would fill the screen. Its width follows from its greatest height.
  const size = isAlone ? { ...shape, width: `min(100%, ${width}px, 30rem, calc(26rem * ${width / height}))` } : shape;
  if (shown === "nothing") return <p className={styles.gone}>{texts.pictureGone}</p>;
  return (
    <figure className={styles.picture} style={size}>
      <button type="button" className={styles.enlarge} aria-haspopup="dialog" onClick={onEnlarge}>
        {/* The address comes last: a browser may begin to load it as soon as it is set. */}
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
          onError={() => setShown(shown === "thumbnail" ? "original" : "nothing")}
        />
      </button>
      {file.number !== undefined && <figcaption className={styles.number}>#{file.number}</figcaption>}
      <SaveLink file={file} />
    </figure>
  );
}

/** The picture's blurred colours, if they are known. They are gone once it is loaded, because it may be transparent. */
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

function OtherFile({ file }: { readonly file: FileView }) {
  const { texts } = useConsole();
  if (file.mimeType.startsWith("video/")) {
    const { width = 16, height = 9 } = file;
    return (
      <figure className={styles.clip} style={{ aspectRatio: `${width} / ${height}` }}>
        {/* Easel's clips and people's attachments have no captions. */}
        <Box component="video" src={file.url} controls preload="metadata" playsInline aria-label={file.description} />
        <SaveLink file={file} />
      </figure>
    );
  }
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
