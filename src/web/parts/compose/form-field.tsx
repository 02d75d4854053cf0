import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import type { FieldView, ProblemView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import styles from "./form-dialog.module.css";
import { TypedChoice } from "./typed-choice.tsx";
import { RichText } from "../message/rich-text.tsx";

interface FormFieldProps {
  readonly field: Exclude<FieldView, { type: "files" }>;
  readonly value: string | number | boolean | undefined;
  readonly problems: readonly ProblemView[];
  readonly onChange: (value: string | boolean) => void;
}

/** The longest choice, in characters, that fits into half the width of a form. */
const SHORT = 30;

/** One field of a form, except for files, with its problems. */
export function FormFieldInput({ field, value, problems, onChange }: FormFieldProps) {
  const { locale } = useConsole();
  const words = consoleDialogTexts(locale);
  const error = problemsOf(problems);
  const common = { label: field.label, error };
  switch (field.type) {
    case "text": {
      const props = {
        ...common,
        className: styles.wide,
        placeholder: field.hint,
        value: String(value ?? ""),
        required: field.required ?? false,
        maxLength: field.maxLength,
        // Keep password managers from storing a gateway key as a password.
        autoComplete: field.secret ? "new-password" : "off",
        "data-autofocus": true,
      };
      if (field.secret) return <PasswordInput {...props} onChange={({ currentTarget: box }) => onChange(box.value)} />;
      return field.long ? (
        <Textarea
          {...props}
          autosize
          minRows={2}
          onKeyDown={field.isRare ? undefined : submitOnEnter}
          maxRows={8}
          onChange={({ currentTarget: box }) => onChange(box.value)}
        />
      ) : (
        <TextInput {...props} onChange={({ currentTarget: box }) => onChange(box.value)} />
      );
    }
    case "choice":
      if (field.typed !== undefined) {
        return <TypedChoice field={field} value={String(value ?? "")} error={error} onChange={onChange} />;
      }
      return (
        <NativeSelect
          {...common}
          className={field.choices.some(({ label }) => label.length > SHORT) ? styles.wide : undefined}
          value={String(value ?? "")}
          required={field.required ?? false}
          data={[...(field.required ? [] : [{ value: "", label: field.usual ?? words.asUsual }]), ...field.choices]}
          onChange={({ currentTarget: { value: chosen } }) => onChange(chosen)}
        />
      );
    case "flag":
      return (
        <Switch
          label={field.label}
          error={error}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      );
  }
}

/** Problems below their field. */
export function problemsOf(problems: readonly ProblemView[]): ReactNode {
  if (problems.length === 0) return undefined;
  return problems.map(({ text, atField = text }) => <RichText key={text} text={atField} isPlain={false} />);
}

/** Enter submits the form, as it does in fields of one line; with Shift it starts a new line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
