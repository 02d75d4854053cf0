import { IconMovie } from "@tabler/icons-react";
import type { FoundResult } from "../../../platforms/console/api/search.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { thumbnailSet } from "../../state/log/thumbnails.ts";
import { dateLabel } from "../../state/moments.ts";
import { PlaceLink } from "../place-link.tsx";
import thumbnail from "../thumbnail-button.module.css";
import styles from "./search-dialog.module.css";

type File = FoundResult["files"][number];

interface FoundItemProps {
  readonly result: FoundResult;
  /** Shows one of its pictures or clips in the lightbox. */
  readonly onEnlarge: (file: File) => void;
  /** Called when the page navigates to its message. */
  readonly onFollow: () => void;
}

/** A search result: its pictures and clips, and a link to its message. */
export function FoundItem({ result, onEnlarge, onFollow }: FoundItemProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const { message, prompt, model, person, requestedAt, files } = result;
  return (
    <article className={styles.item}>
      <PlaceLink className={styles.prompt} channel={message.channel} message={message.id} onFollow={onFollow}>
        {prompt === "" ? model : prompt}
      </PlaceLink>
      <p className={styles.facts}>{[person, model, dateLabel(requestedAt, locale)].join(" · ")}</p>
      <div className={styles.files}>
        {files
          .filter(({ mimeType }) => /^(?:image|video)\//.test(mimeType))
          .map((file) => (
            <button
              key={file.id}
              type="button"
              className={thumbnail.button}
              title={file.description}
              aria-label={say.show(file.description)}
              aria-haspopup="dialog"
              onClick={() => onEnlarge(file)}
            >
              {file.mimeType.startsWith("image/") ? (
                // The button has the picture's name.
                <img alt="" loading="lazy" sizes="4rem" srcSet={thumbnailSet(file)} src={file.url} />
              ) : (
                <IconMovie size={24} stroke={1.6} />
              )}
            </button>
          ))}
      </div>
    </article>
  );
}
