import type { FoundResult } from "../../../platforms/console/api/search.ts";
import { useConsole } from "../console-context.ts";

/** Returns a function that leaves a dialog and shows one of a result's files in the lightbox, with the others of its kind. */
export function useEnlargeFound(onLeave: () => void) {
  const { lightbox } = useConsole();
  return ({ message, files }: FoundResult, chosen: FoundResult["files"][number]): void => {
    const [kind = ""] = chosen.mimeType.split("/");
    const some = files.filter(({ mimeType }) => mimeType.startsWith(kind));
    onLeave();
    lightbox.update(() => ({ message: { ...message, isEasel: true }, files: some, shown: some.indexOf(chosen) }));
  };
}
