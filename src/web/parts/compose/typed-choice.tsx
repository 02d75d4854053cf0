import { Autocomplete } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import "../mantine-menus.css";

interface TypedChoiceProps {
  readonly field: Extract<FieldView, { type: "choice" }>;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

/** A choice that also takes a typed value. The server checks it by the rule that is shown. */
export function TypedChoice({ field, value, error, onChange }: TypedChoiceProps) {
  const { locale } = useConsole();
  const labels = new Map(field.choices.map((choice) => [choice.value, choice.label]));
  return (
    <Autocomplete
      label={field.label}
      description={field.typed}
      inputWrapperOrder={["label", "input", "description", "error"]}
      error={error}
      placeholder={field.usual ?? consoleDialogTexts(locale).asUsual}
      required={field.required ?? false}
      autoComplete="off"
      clearable
      value={value}
      data={field.choices.map((choice) => choice.value)}
      // A chosen value is no search: the others are still offered.
      filter={({ options, search }) =>
        labels.has(search) ? options : options.filter((one) => "value" in one && one.value.includes(search.trim()))
      }
      renderOption={({ option }) => labels.get(option.value) ?? option.value}
      onChange={onChange}
    />
  );
}
