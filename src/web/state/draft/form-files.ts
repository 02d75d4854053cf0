import { REQUEST_FILES } from "../../../lib/limits.ts";
import type { FieldView } from "../../../platforms/console/api/api.ts";
import type { FormInput } from "../forms.ts";

export type FilesFieldView = Extract<FieldView, { type: "files" }>;
type FormFiles = FormInput["files"];

/** A form's fields for files. */
export function fileFields(fields: readonly FieldView[]): readonly FilesFieldView[] {
  return fields.flatMap((field) => (field.type === "files" ? [field] : []));
}

/** Adds as many files to a field as the field and the request have room for. A field for one file takes the newest. */
export function withAdded(files: FormFiles, field: FilesFieldView, more: readonly File[]): FormFiles {
  const before = field.max === 1 && more.length > 0 ? [] : (files[field.name] ?? []);
  return { ...files, [field.name]: [...before, ...more].slice(0, roomIn(files, field)) };
}

/** How many files a field may have, given those in the other fields. */
function roomIn(files: FormFiles, { name, max }: FilesFieldView): number {
  const others = Object.entries(files).filter(([other]) => other !== name);
  return Math.max(0, Math.min(max, REQUEST_FILES - others.reduce((sum, [, list]) => sum + list.length, 0)));
}

/** Moves a file to another field. If that field is full, the two files change places. */
export function withMoved(files: FormFiles, file: File, from: FilesFieldView, to: FilesFieldView): FormFiles {
  const source = files[from.name] ?? [];
  const target = files[to.name] ?? [];
  const place = source.indexOf(file);
  if (place === -1 || from.name === to.name) return files;
  const displaced = target.length >= to.max ? target.slice(-1) : [];
  return {
    ...files,
    [from.name]: source.toSpliced(place, 1, ...displaced),
    [to.name]: [...target.slice(0, target.length - displaced.length), file],
  };
}

/**
 * Puts dropped or pasted files into the first field for their kind that has room. `left`: files that no field takes.
 */
export function withDropped(
  files: FormFiles,
  fields: readonly FilesFieldView[],
  dropped: readonly File[],
): { readonly files: FormFiles; readonly left: readonly File[] } {
  let all = files;
  const left: File[] = [];
  for (const file of dropped) {
    const field = fields.find(
      (one) => file.type.startsWith(`${one.accept}/`) && (all[one.name] ?? []).length < roomIn(all, one),
    );
    if (field) all = withAdded(all, field, [file]);
    else left.push(file);
  }
  return { files: all, left };
}
