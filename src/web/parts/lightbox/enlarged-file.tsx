import type { Enlarged, EnlargedFileProps } from "../../state/lightbox/enlarged.ts";
import { useLineage } from "../../state/lightbox/use-lineage.ts";
import { EnlargedClip } from "./enlarged-clip.tsx";
import { EnlargedPicture } from "./enlarged-picture.tsx";

interface ShownFileProps extends Pick<EnlargedFileProps, "file" | "isCovered" | "onShow" | "onReply"> {
  readonly enlarged: Enlarged;
}

/** The picture or clip with its tools and its lineage. */
export function EnlargedFile({ enlarged, file, isCovered, onShow, onReply }: ShownFileProps) {
  const { message, files, shown } = enlarged;
  const lineage = useLineage(message, file);
  const step = (by: 1 | -1): void => onShow({ message, files, shown: (shown + by + files.length) % files.length });
  const Shown = file.mimeType.startsWith("video/") ? EnlargedClip : EnlargedPicture;
  return (
    <Shown
      file={file}
      message={message}
      lineage={lineage}
      isCovered={isCovered}
      onStep={files.length > 1 ? step : undefined}
      onShow={onShow}
      onReply={onReply}
    />
  );
}
