import type { AttachmentPlan } from "./attachment-plan.ts";
import { deleteButton } from "./delete-button.ts";
import { escapeText, shortened, type Button, type Message } from "../../../core/chat/message.ts";
import type { Batch } from "../../../core/job/job-store.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import type { MediaRequest } from "../../../core/request/request.ts";
import type { Reference } from "../../../core/request/reference.ts";
import { textsFor, type Texts } from "../../../text/texts.ts";
import { linesOfPlanned, type PlannedItem } from "./attachment-lines.ts";
import { resultFileName } from "./result-file-name.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

const SHOWN_PROMPT = 200;

/** Whether the request edits a picture. */
export function isEdit(request: MediaRequest): boolean {
  return request.kind === "image" && request.references.length > 0;
}

/** Whether the request edits pictures that may be posted again unchanged. */
export function canUndo(batch: Edit): boolean {
  return isEdit(batch.request) && editedPictures({ batch }).length > 0;
}

type Edit = Pick<Batch, "request" | "parent">;

/**
 * The pictures that an edit was made from: the results of its parent, or else the picture that it changed. None if any of them is
 * borrowed.
 */
export function editedPictures({ batch }: { readonly batch: Edit }): readonly Reference[] {
  const pictures = batch.request.references.slice(0, Math.max(1, batch.parent?.ordinals.length ?? 0));
  return pictures.some(({ borrowed }) => borrowed) ? [] : pictures;
}

/**
 * Reposts the picture that an undone edit was made from: replies to it and its buttons continue from there, as if the edit had
 * not happened. Its pictures have number 0 in the batch.
 */
export function undoMessage(
  view: BatchView,
  parent: BatchView | undefined,
  media: MediaStore,
  attachmentPlan: AttachmentPlan,
  canAnimate = true,
): Message {
  const { batch, posts } = view;
  const pictures = editedPictures(view);
  const texts = textsFor(batch.locale);
  const result = posts.find((post) => post.kind === "result");
  const { prompt } = batch.request;
  const say = texts.result;
  const actions: readonly Button[] = [
    { id: `edit:${batch.id}:0`, label: say.edit, style: "secondary" },
    ...(canAnimate ? [{ id: `animate:${batch.id}:0`, label: say.animate, style: "secondary" } as const] : []),
    ...(parent && canUndo(parent.batch)
      ? [{ id: `undo:${parent.batch.id}`, label: say.undo, style: "secondary" } as const]
      : []),
    ...(parent ? [{ id: `recipe:${parent.batch.id}`, label: say.recipe, style: "secondary" } as const] : []),
    deleteButton(`${batch.id}:0`, texts),
  ];
  const quoted = `“${escapeText(shortened(prompt.replaceAll(/\s+/g, " "), SHOWN_PROMPT))}”`;
  return {
    text: [say.undone(quoted), ...tooLargeLines(view, pictures, attachmentPlan, texts)].join("\n"),
    ...(result?.messageId === undefined ? {} : { replyTo: { conversation: batch.conversation, id: result.messageId } }),
    files: pictures.flatMap(({ hash, name }, index) => {
      const file = attachmentPlan.get(hash)?.file;
      if (!file) return [];
      const { bytes, mimeType, width, height } = file;
      return [
        {
          name: file.hash === hash ? name : resultFileName(parent?.batch.request.prompt ?? "", index + 1, mimeType),
          mimeType,
          bytes,
          hash: file.hash,
          description: parent?.batch.request.prompt ?? name,
          ...(width === undefined ? {} : { width }),
          ...(height === undefined ? {} : { height }),
          open: () => media.open(file.hash),
        },
      ];
    }),
    buttons: actions,
  };
}

/** The lines about pictures that are too large to be sent as they are stored. */
function tooLargeLines(
  { batch }: BatchView,
  pictures: readonly Reference[],
  attachmentPlan: AttachmentPlan,
  texts: Texts,
): string[] {
  const items = pictures.flatMap(({ hash, bytes }, index): PlannedItem[] => {
    const carried = attachmentPlan.get(hash);
    return !carried || carried.file?.hash === hash ? [] : [{ ...carried, ordinal: index + 1, bytes }];
  });
  return linesOfPlanned(items, { thing: "image", of: pictures.length, locale: batch.locale }, texts);
}
