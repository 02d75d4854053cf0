import type { ReactNode } from "react";
import type { EnlargedFileProps } from "../../state/lightbox/enlarged.ts";
import { fileFacts } from "../../state/lightbox/file-facts.ts";
import type { Unshown } from "../../state/lightbox/why-unshown.ts";
import type { Size } from "../../state/lightbox/zoom.ts";
import { FileActions } from "./file-actions.tsx";
import { FileTools } from "./file-tools.tsx";
import { LineageStrip } from "./lineage-strip.tsx";
import styles from "./lightbox.module.css";

interface FootProps extends Pick<EnlargedFileProps, "file" | "message" | "lineage" | "onShow" | "onReply"> {
  /** As the browser found it. Undefined if only the message says how large it is. */
  readonly size?: Size | undefined;
  /** A deleted file has no actions. A file that this browser can't show can still be saved and used. */
  readonly unshown: Unshown | undefined;
  /** The tools for this kind of file, while it is shown. */
  readonly children: ReactNode;
}

/** The file's description, tools, lineage and actions. */
export function Foot({ file, message, lineage, onShow, onReply, size, unshown, children }: FootProps) {
  return (
    <div className={styles.foot}>
      <div className={styles.about}>
        <p>{file.description}</p>
        <p className={styles.facts}>{fileFacts({ ...file, ...size })}</p>
      </div>
      {unshown !== "gone" && (
        <div className={styles.tools}>
          {unshown === undefined && children}
          <FileTools file={file} message={message} />
        </div>
      )}
      <LineageStrip
        lineage={lineage}
        onShow={(related) => onShow({ message: related.message, files: [related.file], shown: 0 })}
      />
      {unshown !== "gone" && message.isAnswer !== true && (
        <FileActions file={file} message={message} onAnswered={() => onShow(undefined)} onReply={onReply} />
      )}
    </div>
  );
}
