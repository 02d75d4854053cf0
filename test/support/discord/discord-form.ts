import type { Form } from "../../../src/core/chat/form.ts";

/** A form with every kind of field, and one field more than Discord shows. */
export const FORM: Form = {
  id: "edit:0190a5c8-0000-7000-8000-000000000000:2",
  title: "Edit picture 2",
  submit: "Edit",
  typed: "Type it.",
  fields: [
    { type: "text", name: "prompt", label: "What should change", long: true, required: true, maxLength: 6_000 },
    {
      type: "choice",
      name: "model",
      label: "Model",
      value: "two",
      choices: [
        { value: "one", label: "One" },
        { value: "two", label: "Two" },
      ],
    },
    { type: "files", name: "images", label: "More pictures", accept: "image", max: 16 },
    { type: "flag", name: "private", label: "Only for me" },
    { type: "text", name: "size", label: "Size", hint: "1K, 2K or 4K" },
    { type: "text", name: "beyond", label: "There is room for five" },
  ],
};
