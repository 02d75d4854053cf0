import { Button, Group, Modal } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import type { FieldView, FormView, ProblemView } from "../../../platforms/console/api/api.ts";
import { useConsole, useStore } from "../../state/context.ts";
import type { FormFile, FormValues, OpenForm } from "../../state/forms.ts";
import { FormFieldInput } from "./form-field.tsx";
import styles from "./form-dialog.module.css";
import { RichText } from "../message/rich-text.tsx";

/** The form that was opened last, if it is open. */
export function FormDialog() {
  const { forms, texts } = useConsole();
  const open = useStore(forms.store, (value) => value);
  return (
    <Modal
      opened={open !== undefined}
      onClose={forms.close}
      title={open?.form.title}
      size="lg"
      centered
      closeButtonProps={{ "aria-label": texts.close }}
    >
      {open && <FormBody key={open.key} open={open} />}
    </Modal>
  );
}

function FormBody({ open }: { readonly open: OpenForm }) {
  const { forms, texts } = useConsole();
  const { form, problems, isSending, failure } = open;
  const [values, setValues] = useState<FormValues>(() => valuesIn(form));
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({});
  const [shown, setShown] = useState(form);
  // The server may have changed a choice that the new model doesn't have.
  if (shown !== form) {
    setShown(form);
    setValues((before) => ({ ...keptIn(form, before), ...choicesIn(form) }));
  }
  const names = form.fields.map((field) => field.name);
  const elsewhere = problems.filter(({ field }) => field === undefined || !names.includes(field));

  const change = (field: FieldView, value: string | boolean): void => {
    const next = { ...values, [field.name]: value };
    setValues(next);
    if (field.type === "choice" && field.reshapes) void forms.reshape(next);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen: FormFile[] = names.flatMap((field) => (files[field] ?? []).map((file) => ({ field, file })));
    void forms.send(keptIn(form, values), chosen);
  };

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {form.fields.map((field) => (
        <FormFieldInput
          key={field.name}
          field={field}
          value={values[field.name]}
          files={files[field.name] ?? []}
          problems={problems.filter((problem) => problem.field === field.name)}
          onChange={(value) => change(field, value)}
          onFiles={(chosen) => setFiles((before) => ({ ...before, [field.name]: chosen }))}
        />
      ))}
      <Problems problems={elsewhere} failure={failure} />
      <Group justify="flex-end" gap="xs" className={styles.send}>
        <Button variant="default" onClick={forms.close}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {form.submit}
        </Button>
      </Group>
    </form>
  );
}

function Problems(props: { readonly problems: readonly ProblemView[]; readonly failure: string | undefined }) {
  const { texts } = useConsole();
  const { problems, failure } = props;
  if (problems.length === 0 && failure === undefined) return undefined;
  return (
    <div role="alert" className={styles.problems}>
      {problems.map((problem) => (
        <p key={problem.text}>
          <RichText text={problem.text} isPlain={false} />
        </p>
      ))}
      {failure !== undefined && <p>{texts.pressFailed(failure)}</p>}
    </div>
  );
}

/** The initial values of a form. */
function valuesIn(form: FormView): FormValues {
  return Object.fromEntries(
    form.fields.flatMap((field) =>
      field.type === "files" || field.value === undefined ? [] : [[field.name, field.value] as const],
    ),
  );
}

/** The choices from the server, without those that the model does not allow. */
function choicesIn(form: FormView): FormValues {
  return Object.fromEntries(
    form.fields.flatMap((field) => (field.type === "choice" ? [[field.name, field.value ?? ""] as const] : [])),
  );
}

/** Values of fields that still exist. */
function keptIn(form: FormView, values: FormValues): FormValues {
  return Object.fromEntries(
    form.fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}
