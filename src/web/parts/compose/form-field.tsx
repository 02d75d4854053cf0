import { FileInput, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import type { FieldView, ProblemView } from "../../../platforms/console/api/api.ts";
import { useConsole } from "../../state/context.ts";
import { acceptFor, FILE_TYPE_NAMES, USABLE_MIB } from "../../state/draft/file-types.ts";
import styles from "./form-dialog.module.css";
import { RichText } from "../message/rich-text.tsx";

interface FormFieldProps {
  readonly field: FieldView;
  readonly value: string | number | boolean | undefined;
  readonly files: readonly File[];
  readonly problems: readonly ProblemView[];
  readonly onChange: (value: string | boolean) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** One field of a form, with its problems. */
export function FormFieldInput({ field, value, files, problems, onChange, onFiles }: FormFieldProps) {
  const { texts } = useConsole();
  const error =
    problems.length === 0
      ? undefined
      : problems.map((problem) => <RichText key={problem.text} text={problem.text} isPlain={false} />);
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
        // A browser that remembers passwords must not take a key for one.
        autoComplete: field.secret ? "new-password" : "off",
        "data-autofocus": true,
      };
      if (field.secret) return <PasswordInput {...props} onChange={({ currentTarget: box }) => onChange(box.value)} />;
      return field.long ? (
        <Textarea
          {...props}
          autosize
          minRows={2}
          onKeyDown={submitOnEnter}
          maxRows={8}
          onChange={({ currentTarget: box }) => onChange(box.value)}
        />
      ) : (
        <TextInput {...props} onChange={({ currentTarget: box }) => onChange(box.value)} />
      );
    }
    case "choice":
      return (
        <NativeSelect
          {...common}
          value={String(value ?? "")}
          required={field.required ?? false}
          data={[...(field.required ? [] : [{ value: "", label: texts.asUsual }]), ...field.choices]}
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
    case "files":
      return <FilesFieldInput field={field} error={error} files={files} onFiles={onFiles} />;
  }
}

/** Enter submits the form, as it does in fields of one line; with Shift it starts a new line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface FilesFieldProps extends Pick<FormFieldProps, "files" | "onFiles"> {
  readonly field: Extract<FieldView, { type: "files" }>;
  readonly error: ReactNode;
}

function FilesFieldInput({ field, error, files, onFiles }: FilesFieldProps) {
  const { texts } = useConsole();
  const [hasTooMany, setHasTooMany] = useState(false);
  const choose = (chosen: readonly File[]): void => {
    setHasTooMany(chosen.length > field.max);
    onFiles(chosen.slice(0, field.max));
  };
  return (
    <FileInput<true>
      className={styles.wide}
      label={field.label}
      // A single file has its own rules, which the hint states.
      description={
        field.max === 1 ? field.hint : texts.fieldLimits(field.max, USABLE_MIB, FILE_TYPE_NAMES[field.accept])
      }
      error={hasTooMany ? texts.tooManyForField(field.max) : error}
      multiple
      clearable
      accept={acceptFor(field.accept)}
      placeholder={texts.chooseFiles(field.max)}
      required={field.required ?? false}
      leftSection={<IconPaperclip size={17} stroke={1.7} aria-hidden="true" />}
      value={[...files]}
      onChange={choose}
    />
  );
}
