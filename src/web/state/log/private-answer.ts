import type { MessageView } from "../../../platforms/console/api/api.ts";

/** Whether Easel answers this person alone. The pictures of an answer, such as charts, are no results: nothing can be made from them. */
export function isPrivateAnswer({ author, private: isPrivate }: Pick<MessageView, "author" | "private">): boolean {
  return author.isEasel && isPrivate;
}
