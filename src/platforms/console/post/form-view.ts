import type { Form, FormAbout, FormField } from "../../../core/chat/form.ts";
import type { FieldView, FormView } from "../api/api.ts";
import { THUMBNAIL_WIDTHS } from "../../../lib/limits.ts";
import { contentOf } from "../store/content.ts";
import type { MessageStore } from "../store/message-store.ts";
import { fileUrl } from "./render.ts";

/** A form as the page receives it. */
export async function formView(
  { id, title, submit, about, fields }: Form,
  messages: Pick<MessageStore, "find">,
): Promise<FormView> {
  return {
    id,
    title,
    submit,
    ...(about ? { about: await aboutView(about, messages) } : {}),
    fields: fields.map(fieldView),
  };
}

/** The picture is shown small, from the message that shows it to everyone. */
async function aboutView(
  { text, picture }: FormAbout,
  messages: Pick<MessageStore, "find">,
): Promise<NonNullable<FormView["about"]>> {
  if (!picture) return { text };
  const row = await messages.find(picture.message.id);
  const files = row && !row.removed && row.visibleTo === null ? contentOf(row).files : [];
  // If a file was left out of the message, the places of the others are not certain.
  const file = files.length === picture.of ? files[picture.place] : undefined;
  return { text, ...(file ? { picture: `${fileUrl(file)}?width=${THUMBNAIL_WIDTHS[0]}` } : {}) };
}

function fieldView(field: FormField): FieldView {
  // The Console has few people, so they are typed by name.
  if (field.type === "named") {
    const { kind: _kind, ...others } = field;
    return { ...others, type: "text" };
  }
  return field.type === "choice" ? { ...field, choices: [...field.choices] } : { ...field };
}
