import type { Form, FormAbout, FormField } from "../../../core/chat/form.ts";
import type { FieldView, FormView } from "../api/api.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import type { MessageStore } from "../store/message-store.ts";
import { thumbnailUrl } from "./thumbnails.ts";

/** Where a form's channel names and pictures are looked up. */
interface FormSources {
  readonly messages: Pick<MessageStore, "find">;
  readonly channels: Pick<KnownChannels, "find">;
}

/** A form in the page's format. */
export async function formView(
  { id, title, submit, about, fields }: Form,
  { messages, channels }: FormSources,
): Promise<FormView> {
  return {
    id,
    title,
    submit,
    ...(about ? { about: await aboutView(about, messages) } : {}),
    fields: await Promise.all(fields.map((field) => fieldView(field, channels))),
  };
}

/** Shows the picture's thumbnail, from the message that shows the picture to everyone. */
async function aboutView(
  { text, picture }: FormAbout,
  messages: Pick<MessageStore, "find">,
): Promise<NonNullable<FormView["about"]>> {
  if (!picture) return { text };
  const url = await thumbnailUrl(picture, messages);
  return { text, ...(url === undefined ? {} : { picture: url }) };
}

async function fieldView(field: FormField, channels: FormSources["channels"]): Promise<FieldView> {
  // The Console has few people and channels, so they are typed by name.
  if (field.type === "named") {
    const { kind, value, ...others } = field;
    if (value === undefined) return { ...others, type: "text" };
    return { ...others, type: "text", value: kind === "channel" ? await nameOf(value, channels) : value };
  }
  if (field.type === "members") return { ...field, type: "text" };
  // The page has no menus of several choices.
  if (field.type === "text") {
    const { several: _several, ...text } = field;
    return text;
  }
  if (field.type !== "choice") return { ...field };
  const { typed, choices, ...choice } = field;
  return { ...choice, choices: [...choices], ...(typed ? { typed: typed.hint } : {}) };
}

/** The channel's current name, or its id if the name would be read as another channel. */
async function nameOf(id: string, channels: FormSources["channels"]): Promise<string> {
  const name = (await channels.find(id))?.name ?? id;
  return (await channels.find(name))?.id === id ? name : id;
}
