import type { BatchView } from "../../core/delivery/delivery-store.ts";

/** The id of the message with a request's result, or else of its notice. Undefined if neither is posted. */
export function postedMessageId(view: BatchView | undefined): string | undefined {
  const posted = (kind: string) => view?.posts.find((post) => post.kind === kind && post.state === "posted")?.messageId;
  return posted("result") ?? posted("notice");
}
