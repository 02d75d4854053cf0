import type { Form, FormAbout, FormField } from "../../../core/chat/form.ts";
import type { FieldView, FormView } from "../api/api.ts";
import type { MessageStore } from "../store/message-store.ts";
import { thumbnailUrl } from "./thumbnails.ts";

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
  const url = await thumbnailUrl(picture, messages);
  return { text, ...(url === undefined ? {} : { picture: url }) };
}

function fieldView(field: FormField): FieldView {
  // The Console has few people, so they are typed by name.
  if (field.type === "named") {
    const { kind: _kind, ...others } = field;
    return { ...others, type: "text" };
  }
  if (field.type === "members") return { ...field, type: "text" };
  // The page has no menus of several choices.
  if (field.type === "text") {
    const { several: _several, ...text } = field;
    return text;
  }
  return field.type === "choice" ? { ...field, choices: [...field.choices] } : { ...field };
}
