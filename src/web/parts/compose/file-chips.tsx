import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconFile, IconGripVertical, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { consoleFileTexts, type ConsoleFileTexts } from "../../../text/render/console/console-files.ts";
import { useConsole } from "../../state/console-context.ts";
import { useReorder } from "../../state/draft/use-reorder.ts";
import styles from "./file-chips.module.css";

/** A file that is not sent yet. */
export interface FileChip {
  readonly id: string;
  readonly name: string;
  /** The address of a thumbnail. */
  readonly preview: string | undefined;
  /** Its use, such as `Image 2`. Undefined if it has none. */
  readonly use: string | undefined;
  /** Its possible uses, including `use`. Empty if there is no choice. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
}

interface FileChipsProps {
  readonly files: readonly FileChip[];
  readonly onMove: (from: number, to: number) => void;
  readonly onChoose: (id: string, value: string) => void;
  readonly onRemove: (id: string) => void;
}

/** Files that are not sent yet, in the order in which prompts count them. People can change the order and each file's use. */
export function FileChips({ files, onMove, onChoose, onRemove }: FileChipsProps) {
  const { locale } = useConsole();
  const texts = consoleFileTexts(locale);
  const hintId = useId();
  const [said, setSaid] = useState("");
  const move = (from: number, to: number): void => {
    setSaid(texts.moved(files[from]?.name ?? "", to + 1, files.length));
    onMove(from, to);
  };
  const { listRef, dragged, handle } = useReorder<HTMLUListElement>(files.length, move);
  return (
    <>
      <ul ref={listRef} className={styles.list} aria-label={texts.files}>
        {files.map((file, index) => (
          <li
            key={file.id}
            className={styles.chip}
            data-dragged={dragged?.from === index}
            data-put={dragged && dragged.to === index ? sideOf(dragged) : undefined}
          >
            {files.length > 1 && (
              <button
                type="button"
                className={styles.handle}
                data-hint={texts.moveHint}
                aria-label={texts.move(file.name)}
                aria-describedby={hintId}
                {...handle(index)}
              >
                <IconGripVertical size={16} stroke={1.7} aria-hidden="true" />
              </button>
            )}
            <Thumbnail key={file.preview} preview={file.preview} />
            <span className={styles.name}>{file.name}</span>
            <Purpose file={file} label={texts.purposeOf(file.name)} onChoose={(value) => onChoose(file.id, value)} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.remove(file.name)}
              onClick={({ currentTarget }) => {
                // The focus moves to the next file.
                const item = currentTarget.closest("li");
                const beside = item?.nextElementSibling ?? item?.previousElementSibling;
                beside?.querySelector<HTMLElement>("button:last-of-type")?.focus();
                onRemove(file.id);
              }}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <VisuallyHidden id={hintId}>{texts.moveHint}</VisuallyHidden>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </>
  );
}

/** A file's use, with its length if it has one. */
export function withLength(what: string, seconds: number | undefined, { lasting }: ConsoleFileTexts): string {
  return seconds === undefined ? what : lasting(what, String(Math.round(seconds * 10) / 10));
}

/** The side of an item on which the dragged item would be dropped. */
function sideOf({ from, to }: { readonly from: number; readonly to: number }): "before" | "after" | undefined {
  if (to === from) return undefined;
  return to < from ? "before" : "after";
}

interface PurposeProps {
  readonly file: FileChip;
  readonly label: string;
  readonly onChoose: (value: string) => void;
}

function Purpose({ file: { use, choices, chosen }, label, onChoose }: PurposeProps) {
  if (choices.length === 0) return use === undefined ? undefined : <span className={styles.use}>{use}</span>;
  return (
    <select
      className={styles.use}
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Decorative: the name is next to it. An icon replaces pictures that this browser can't show. */
function Thumbnail({ preview }: { readonly preview: string | undefined }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (preview === undefined || hasFailed) return <IconFile size={20} stroke={1.6} aria-hidden="true" />;
  return <img src={preview} alt="" draggable={false} onError={() => setHasFailed(true)} />;
}
