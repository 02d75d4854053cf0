import { Button, Group } from "@mantine/core";
import { useMemo, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import type { FieldView, FormView, ProblemView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { choicesIn, keptIn, valuesIn, type FormValues } from "../../state/form-values.ts";
import type { FormFile, FormInput, OpenForm } from "../../state/forms.ts";
import { consoleFileTexts } from "../../../text/render/console/console-files.ts";
import { fileFields, withAdded, withDropped, withMoved } from "../../state/draft/form-files.ts";
import { useOnceTrue } from "../../state/load/use-once-true.ts";
import { useFilesInto } from "../../state/draft/use-files-into.ts";
import { CostNote } from "./cost-note.tsx";
import { FilesField } from "./files-field.tsx";
import { FormFieldInput, problemsOf } from "./form-field.tsx";
import { PageDialog } from "../page-dialog.tsx";
import styles from "./form-dialog.module.css";
import { RichText } from "../message/rich-text.tsx";
import { TextButton } from "../text-button.tsx";

const NONE: readonly File[] = [];

/** A form over the page; `open` is undefined while it closes. */
export function FormDialog({ open }: { readonly open: OpenForm | undefined }) {
  const { forms } = useConsole();
  return (
    <PageDialog opened={open !== undefined} onClose={forms.close} title={open?.form.title} size="lg" centered>
      {open && <FormBody key={open.key} open={open} />}
    </PageDialog>
  );
}

function FormBody({ open }: { readonly open: OpenForm }) {
  const { forms, texts, locale } = useConsole();
  const words = consoleDialogTexts(locale);
  const { form, problems, isSending, failure, input } = open;
  const [values, setValues] = useState<FormValues>(() => ({ ...valuesIn(form), ...keptIn(form, input?.values ?? {}) }));
  const [files, setFiles] = useState<FormInput["files"]>(input?.files ?? {});
  const formRef = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(form);
  // The server may have replaced a choice that the new model doesn't offer.
  if (shown !== form) {
    setShown(form);
    setValues((before) => ({ ...keptIn(form, before), ...choicesIn(form) }));
  }
  const forFiles = fileFields(form.fields);
  const attached = useMemo(
    () => fileFields(form.fields).flatMap(({ name }) => (files[name] ?? []).map((file) => ({ file, option: name }))),
    [form, files],
  );
  const names = form.fields.map((field) => field.name);
  const elsewhere = problems.filter(({ field }) => field === undefined || !names.includes(field));

  const change = (field: FieldView, value: string | boolean): void => {
    const next = { ...values, [field.name]: value };
    setValues(next);
    forms.keep({ values: next, files });
    if (field.type === "choice" && field.reshapes) void forms.reshape(next);
  };
  const put = (next: FormInput["files"]): void => {
    setFiles(next);
    setLeft([]);
    forms.keep({ values, files: next });
  };
  useFilesInto(formRef, (given) => {
    const taken = withDropped(files, forFiles, given);
    put(taken.files);
    setLeft(taken.left.map(({ name }) => name));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen: FormFile[] = names.flatMap((field) => (files[field] ?? []).map((file) => ({ field, file })));
    void forms.send(keptIn(form, values), chosen);
  };
  const rare = form.fields.filter(isRare);
  // Hidden values and problems would be overlooked.
  const showsRare = useOnceTrue(
    rare.some(({ name }) => Boolean(values[name]) || problems.some(({ field }) => field === name)),
  );
  const show = (field: FieldView): ReactNode => {
    const own = problems.filter((problem) => problem.field === field.name);
    return field.type === "files" ? (
      <FilesField
        key={field.name}
        field={field}
        alike={forFiles.filter(({ accept }) => accept === field.accept)}
        files={files[field.name] ?? NONE}
        error={problemsOf(own)}
        onAdd={(more) => put(withAdded(files, field, more))}
        onFiles={(chosen) => put({ ...files, [field.name]: chosen })}
        onMove={(file, to) => put(withMoved(files, file, field, to))}
      />
    ) : (
      <FormFieldInput
        key={field.name}
        field={field}
        value={values[field.name]}
        problems={own}
        onChange={(value) => change(field, value)}
      />
    );
  };

  return (
    <form ref={formRef} onSubmit={submit} noValidate className={styles.form}>
      {input && (
        <p className={styles.restored}>
          {words.formKept}
          <TextButton onClick={forms.startOver}>{words.startOver}</TextButton>
        </p>
      )}
      {form.about && <About about={form.about} />}
      {form.fields.filter((field) => !isRare(field)).map(show)}
      {rare.length > 0 && (
        <details className={styles.rare} open={showsRare}>
          <summary>{words.moreOptions}</summary>
          {rare.map(show)}
        </details>
      )}
      {left.length > 0 && (
        <p role="alert" className={styles.problems}>
          {consoleFileTexts(locale).noRoom(left.join(", "))}
        </p>
      )}
      <Problems problems={elsewhere} failure={failure} />
      <Group justify="flex-end" gap="xs" className={styles.send}>
        {hasCost(form) && (
          <div className={styles.cost}>
            <CostNote asked={{ kind: "form", form: form.id, values: keptIn(form, values) }} files={attached} />
          </div>
        )}
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

function isRare(field: FieldView): boolean {
  return field.type === "text" && field.isRare === true;
}

/** Whether the form asks for pictures or a clip. Values of other forms, least of all secrets, are not sent to get a price. */
function hasCost({ fields }: FormView): boolean {
  const isSecret = fields.some((field) => field.type === "text" && field.secret === true);
  return !isSecret && ["prompt", "model"].every((name) => fields.some((field) => field.name === name));
}

/** The picture is decorative: the text names it. */
function About({ about }: { readonly about: NonNullable<FormView["about"]> }) {
  return (
    <p className={styles.about}>
      {about.picture !== undefined && <img src={about.picture} alt="" />}
      {about.text}
    </p>
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
