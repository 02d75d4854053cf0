import type { MessageView } from "../../../platforms/console/api/api.ts";

/** Whether a message is a result that everyone in its channel sees. */
export function canPin({ author, progress, private: isPrivate }: MessageView): boolean {
  return author.isEasel && !isPrivate && progress === undefined;
}
