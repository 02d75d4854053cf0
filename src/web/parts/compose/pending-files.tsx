import { useMemo } from "react";
import { consoleFileTexts, type ConsoleFileTexts } from "../../../text/render/console/console-files.ts";
import { useConsole } from "../../state/console-context.ts";
import type { FileRole, FileUse } from "../../state/draft/file-roles.ts";
import { useLengths } from "../../state/draft/use-lengths.ts";
import { useFileList } from "../../state/draft/use-file-list.ts";
import { FileChips, withLength, type FileChip } from "./file-chips.tsx";
import { MESSAGE_INPUT } from "./message-input.ts";

/** The files of the message being written. */
export function PendingFiles() {
  const { locale } = useConsole();
  const texts = consoleFileTexts(locale);
  const { files, uses, roles, move, assign, remove } = useFileList();
  const plain = useMemo(() => files.map(({ file }) => file), [files]);
  const lengths = useLengths(plain);
  const chips = files.map(({ id, file, preview }, index): FileChip => {
    const purpose = uses[index];
    const what = purpose && purposeText(purpose, texts);
    return {
      id,
      name: file.name,
      preview,
      use: what && withLength(what, lengths.get(file), texts),
      choices: purpose?.kind === "image" ? choicesOf(purpose, roles, texts) : [],
      chosen: purpose?.role ?? "",
    };
  });
  const choose = (id: string, value: string): void =>
    assign(
      id,
      roles.find((role) => role === value),
    );
  const removeOne = (id: string): void => {
    if (files.length === 1) document.getElementById(MESSAGE_INPUT)?.focus();
    remove(id);
  };
  return <FileChips files={chips} onMove={move} onChoose={choose} onRemove={removeOne} />;
}

/** Empty if the command has no roles. */
function choicesOf(use: FileUse, roles: readonly FileRole[], texts: ConsoleFileTexts): FileChip["choices"] {
  if (roles.length === 0) return [];
  const plain = use.role === undefined ? (purposeText(use, texts) ?? texts.aPicture) : texts.aPicture;
  return [{ value: "", label: plain }, ...roles.map((role) => ({ value: role, label: roleText(use, role, texts) }))];
}

/** As prompts refer to it: `Image 2`, or `Image 1 · First frame`. */
function purposeText({ kind, number, role }: FileUse, texts: ConsoleFileTexts): string | undefined {
  if (role !== undefined) return roleText({ kind, number, role }, role, texts);
  return kind === undefined || number === undefined ? undefined : texts.counted[kind](number);
}

/** Includes the number once the file has the role, because prompts count first and last frames. */
function roleText(use: FileUse, role: FileRole, texts: ConsoleFileTexts): string {
  const { kind, number } = use;
  const counted = use.role === role && kind !== undefined && number !== undefined ? texts.counted[kind](number) : "";
  return counted === "" ? texts.roles[role] : `${counted} · ${texts.roles[role]}`;
}
