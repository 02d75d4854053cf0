import type { Button } from "../../../core/chat/message.ts";
import type { Texts } from "../../../text/texts.ts";

/** Deletes a result or the message of an undo. `id` is the batch's id, followed by `:0` for an undo. */
export function deleteButton(id: string, { result: { delete: label, confirmDelete } }: Texts): Button {
  return { id: `delete:${id}`, label, style: "danger", confirm: confirmDelete };
}
