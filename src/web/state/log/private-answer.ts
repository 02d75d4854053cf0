import type { MessageView } from "../../../platforms/console/api/api.ts";

/** Whether Easel answers this person alone. An answer's pictures, such as charts, are not results to work from. */
export function isPrivateAnswer({ author, private: isPrivate }: Pick<MessageView, "author" | "private">): boolean {
  return author.isEasel && isPrivate;
}
