import { Button, Input } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useId, useRef, useState, type ReactNode } from "react";
import { consoleFileTexts } from "../../../text/render/console/console-files.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { acceptFor, FILE_TYPE_NAMES, USABLE_MIB } from "../../state/draft/file-types.ts";
import type { FilesFieldView } from "../../state/draft/form-files.ts";
import { useLengths } from "../../state/draft/use-lengths.ts";
import { fileId, usePreviews } from "../../state/draft/use-previews.ts";
import { FileChips, withLength, type FileChip } from "./file-chips.tsx";
import styles from "./form-dialog.module.css";

interface FilesFieldProps {
  readonly field: FilesFieldView;
  /** The form's fields for files of this kind, this one among them. */
  readonly alike: readonly FilesFieldView[];
  readonly files: readonly File[];
  readonly error: ReactNode;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Moves a file to another field. */
  readonly onMove: (file: File, to: FilesFieldView) => void;
}

/** A form's field for files. Files can be added one by one, reordered, and moved to another field. */
export function FilesField({ field, alike, files, error, onAdd, onFiles, onMove }: FilesFieldProps) {
  const { locale } = useConsole();
  const words = consoleDialogTexts(locale);
  const say = consoleFileTexts(locale);
  const previews = usePreviews(files);
  const lengths = useLengths(files);
  const [hasTooMany, setHasTooMany] = useState(false);
  const chooserRef = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const buttonId = useId();
  const { name, label, max, accept } = field;
  const chips = files.map((file, index): FileChip => {
    const counted = withLength(max === 1 ? label : say.counted[accept](index + 1), lengths.get(file), say);
    return {
      id: fileId(file),
      name: file.name,
      preview: previews.get(file),
      use: counted,
      choices:
        alike.length > 1
          ? alike.map((one) => ({ value: one.name, label: one.name === name ? counted : one.label }))
          : [],
      chosen: name,
    };
  });
  const add = (chosen: readonly File[]): void => {
    setHasTooMany(max > 1 && files.length + chosen.length > max);
    onAdd(chosen);
  };
  const choose = (id: string, value: string): void => {
    const file = files.find((one) => fileId(one) === id);
    const to = alike.find((one) => one.name === value);
    if (file && to) onMove(file, to);
  };
  return (
    <Input.Wrapper
      className={styles.wide}
      label={label}
      labelProps={{ id: labelId }}
      labelElement="div"
      required={field.required ?? false}
      // A single file has its own rules, which the hint states.
      description={max === 1 ? field.hint : words.fieldLimits(max, USABLE_MIB, FILE_TYPE_NAMES[accept])}
      error={hasTooMany ? words.tooManyForField(max) : error}
    >
      <Button
        id={buttonId}
        aria-labelledby={`${labelId} ${buttonId}`}
        variant="default"
        size="sm"
        fullWidth
        justify="flex-start"
        fw={400}
        leftSection={<IconPaperclip size={17} stroke={1.7} aria-hidden="true" />}
        onClick={() => chooserRef.current?.click()}
      >
        {files.length > 0 && max > 1 ? say.addMore : words.chooseFiles(max)}
      </Button>
      <input
        ref={chooserRef}
        type="file"
        hidden
        multiple={max > 1}
        accept={acceptFor(accept)}
        onChange={({ currentTarget: chooser }) => {
          add([...(chooser.files ?? [])]);
          // Without this, choosing the same file again would not fire `change`.
          chooser.value = "";
        }}
      />
      {files.length > 0 && (
        <FileChips
          files={chips}
          onMove={(from, to) => {
            const moved = files[from];
            if (moved) onFiles(files.toSpliced(from, 1).toSpliced(to, 0, moved));
          }}
          onChoose={choose}
          onRemove={(id) => {
            setHasTooMany(false);
            if (files.length === 1) document.getElementById(buttonId)?.focus();
            onFiles(files.filter((file) => fileId(file) !== id));
          }}
        />
      )}
    </Input.Wrapper>
  );
}
