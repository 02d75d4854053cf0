import type { FormView, NewForm } from "../../platforms/console/api/api.ts";
import { isRecord } from "./kept-value.ts";

export type FormValues = NewForm["values"];

/** Whether a stored value can be the values of a form. */
export function isFormValues(value: unknown): value is FormValues {
  return isRecord(value) && Object.values(value).every((one) => ["string", "number", "boolean"].includes(typeof one));
}

/** The initial values of a form. */
export function valuesIn(form: FormView): FormValues {
  return Object.fromEntries(
    form.fields.flatMap((field) =>
      field.type === "files" || field.value === undefined ? [] : [[field.name, field.value] as const],
    ),
  );
}

/** The choices from the server, without those that the model does not allow. */
export function choicesIn(form: FormView): FormValues {
  return Object.fromEntries(
    form.fields.flatMap((field) => (field.type === "choice" ? [[field.name, field.value ?? ""] as const] : [])),
  );
}

/** The values whose fields still exist. */
export function keptIn(form: FormView, values: FormValues): FormValues {
  return Object.fromEntries(
    form.fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}

/** The values that differ from the form as it was opened (`original`), without secrets, which are never stored. */
export function changedIn(form: FormView, original: FormView, values: FormValues): FormValues {
  const initial = valuesIn(original);
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const value = values[field.name];
      const isSecret = field.type === "text" && field.secret === true;
      return value === undefined || isSecret || value === initial[field.name] ? [] : [[field.name, value] as const];
    }),
  );
}

/** Whether the form has other fields with these values: another model, for example. */
export function reshapes(form: FormView, values: FormValues): boolean {
  return form.fields.some(
    (field) => field.type === "choice" && field.reshapes === true && values[field.name] !== undefined,
  );
}
