import type { Button } from "../../../core/chat/message.ts";
import type { Texts } from "../../../text/texts.ts";

/** Deletes a result, or what an undo has brought back: `id` is the batch's, with `:0` for the latter. */
export function deleteButton(id: string, { result: { delete: label, confirmDelete } }: Texts): Button {
  return { id: `delete:${id}`, label, style: "danger", confirm: confirmDelete };
}
