import type { Form, FormField } from "../../../core/chat/form.ts";
import type { FieldView, FormView } from "../api/api.ts";

/** A form as the page receives it. */
export function formView({ id, title, submit, fields }: Form): FormView {
  return { id, title, submit, fields: fields.map(fieldView) };
}

function fieldView(field: FormField): FieldView {
  // The Console has few people, so they are typed by name.
  if (field.type === "named") {
    const { kind: _kind, ...others } = field;
    return { ...others, type: "text" };
  }
  return field.type === "choice" ? { ...field, choices: [...field.choices] } : { ...field };
}
