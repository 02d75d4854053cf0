import { escapeText, shortened, type Button, type Message } from "../chat/message.ts";
import type { MediaStore } from "../media/store.ts";
import type { MediaRequest } from "../request/request.ts";
import type { Reference } from "../request/reference.ts";
import { textsFor } from "../text/texts.ts";
import type { BatchView } from "./store.ts";

const SHOWN_PROMPT = 200;

/** Was a picture changed, so that there is something to go back to? */
export function isEdit(request: MediaRequest): boolean {
  return request.kind === "image" && request.references.length > 0;
}

/** What an edit was made from: the results of its parent, else the picture that it changed. */
export function editedPictures({ batch }: Pick<BatchView, "batch">): readonly Reference[] {
  return batch.request.references.slice(0, Math.max(1, batch.parent?.ordinals.length ?? 0));
}

/**
 * What an undone edit was made from, posted again: replies to it and its buttons go on from there, as if the edit had not
 * been. Its pictures are the batch's number 0.
 */
export function undoMessage(view: BatchView, parent: BatchView | undefined, media: MediaStore): Message {
  const { batch, posts } = view;
  const texts = textsFor(batch.locale);
  const result = posts.find((post) => post.kind === "result");
  const { prompt } = batch.request;
  const say = texts.result;
  const actions: readonly Button[] = [
    { id: `edit:${batch.id}:0`, label: say.edit, style: "secondary" },
    { id: `animate:${batch.id}:0`, label: say.animate, style: "secondary" },
    ...(parent && isEdit(parent.batch.request)
      ? [{ id: `undo:${parent.batch.id}`, label: say.undo, style: "secondary" } as const]
      : []),
    ...(parent ? [{ id: `recipe:${parent.batch.id}`, label: say.recipe, style: "secondary" } as const] : []),
    { id: `delete:${batch.id}:0`, label: say.delete, style: "danger" },
  ];
  return {
    text: say.undone(`“${escapeText(shortened(prompt.replaceAll(/\s+/g, " "), SHOWN_PROMPT))}”`),
    ...(result?.messageId === undefined ? {} : { replyTo: { conversation: batch.conversation, id: result.messageId } }),
    files: editedPictures(view).map(({ hash, bytes, mimeType, name, width, height }) => ({
      name,
      mimeType,
      bytes,
      description: parent?.batch.request.prompt ?? name,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      open: () => media.open(hash),
    })),
    buttons: actions,
  };
}
