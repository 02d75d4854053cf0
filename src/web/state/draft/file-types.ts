import { INTAKE_BYTES } from "../../../lib/limits.ts";
import { offeredTypes } from "../../../media/file-type.ts";
import type { FileTypeNames } from "../../../text/render/console/console-page.ts";

type Kind = keyof FileTypeNames;

/** The largest file that a request can use, in MiB. */
export const USABLE_MIB = INTAKE_BYTES / 1024 / 1024;

const namesOf = (kind: Kind): readonly string[] => offeredTypes([kind]).map(({ name }) => name);

/** The types that a request can use, as far as the page offers them. */
export const FILE_TYPE_NAMES: FileTypeNames = {
  image: namesOf("image"),
  video: namesOf("video"),
  audio: namesOf("audio"),
};

/** The `accept` attribute of a file input. It includes extensions, because not every system knows every MIME type. */
export function acceptFor(kind: Kind): string {
  return offeredTypes([kind])
    .flatMap(({ mimeType, extensions }) => [mimeType, ...extensions.map((extension) => `.${extension}`)])
    .join(",");
}
