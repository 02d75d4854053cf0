import type { CommandView } from "../../../platforms/console/api/api.ts";
import { commandOf, fileNames } from "../completion.ts";

/** The special roles of a picture: the options that name a single file. */
const FILE_ROLES = ["mask", "first_frame", "last_frame"] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** A message's text and its files, in the order in which prompts count them. */
export interface TextWithFiles<F extends NamedFile> {
  readonly text: string;
  readonly files: readonly F[];
}

export interface NamedFile {
  readonly id: string;
  readonly file: Pick<File, "name" | "type">;
}

/** A kind of file that prompts count separately, as in `image 2`. */
export type CountedKind = "image" | "video" | "audio";

/** How a request uses a file. The mask has no number, because prompts don't refer to it. */
export interface FileUse {
  readonly role: FileRole | undefined;
  /** Undefined for files that no request can use. */
  readonly kind: CountedKind | undefined;
  readonly number: number | undefined;
}

/** An option with its value: `--mask hole.png`, `--mask=2`, `--mask "my hole.png"`. The values are read as the server reads them. */
const GIVEN = /(^|\s)--([a-z][\w-]*)(?:=|\s+)(?:"([^"]*)"|[“”]([^”]*)”|„([^“]*)“|「([^」]*)」|(\S+))/gi;

interface Given {
  readonly role: FileRole;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** The roles that the command at the beginning of a text offers. */
export function rolesOf(text: string, commands: readonly CommandView[]): readonly FileRole[] {
  const options = commandOf(`${text} `, commands)?.command.options ?? [];
  return FILE_ROLES.filter((role) => options.some(({ name, type }) => name === role && type === "attachment"));
}

/** How the request uses each of a message's files. */
export function usesOf<F extends NamedFile>(
  { text, files }: TextWithFiles<F>,
  roles: readonly FileRole[],
): readonly FileUse[] {
  const named = rolesByFile({ text, files }, roles);
  const counts = { image: 0, video: 0, audio: 0 };
  return files.map(({ id, file }) => {
    const role = named.get(id);
    const kind = (["image", "video", "audio"] as const).find((one) => file.type.startsWith(`${one}/`));
    if (kind === undefined || role === "mask") return { role, kind, number: undefined };
    counts[kind] += 1;
    return { role, kind, number: counts[kind] };
  });
}

/** The message with its files reordered or partly removed. The options in the text still name the same files. */
export function withFiles<F extends NamedFile>(
  before: TextWithFiles<F>,
  files: readonly F[],
  roles: readonly FileRole[],
): TextWithFiles<F> {
  let { text } = before;
  for (const [id, role] of rolesByFile(before, roles)) {
    const index = files.findIndex((file) => file.id === id);
    const given = givenIn(text, roles).find((one) => one.role === role);
    // A name still refers to the same file, but a number may not.
    if (index === -1) text = replaced(text, given, "");
    else if (given && indexOf(given.value, files) !== index) text = replaced(text, given, option(role, files, index));
  }
  return { text, files };
}

/** The text with a file's role set or removed. The role moves here if another file had it. */
export function withRole<F extends NamedFile>(
  { text, files }: TextWithFiles<F>,
  id: string,
  role: FileRole | undefined,
  roles: readonly FileRole[],
): string {
  const index = files.findIndex((file) => file.id === id);
  const had = rolesByFile({ text, files }, roles).get(id);
  const find = (from: string, one: FileRole | undefined): Given | undefined =>
    givenIn(from, roles).find((given) => given.role === one);
  const without = had === undefined ? text : replaced(text, find(text, had), "");
  if (role === undefined || index === -1) return without;
  return replaced(without, find(without, role), option(role, files, index));
}

/** By file; a file that is named twice has the role that comes first. */
function rolesByFile<F extends NamedFile>(
  { text, files }: TextWithFiles<F>,
  roles: readonly FileRole[],
): ReadonlyMap<string, FileRole> {
  const found = new Map<string, FileRole>();
  for (const { role, value } of givenIn(text, roles)) {
    const file = files[indexOf(value, files)];
    if (file && !found.has(file.id)) found.set(file.id, role);
  }
  return found;
}

function givenIn(text: string, roles: readonly FileRole[]): readonly Given[] {
  return [...text.matchAll(GIVEN)].flatMap((match) => {
    const [whole, , name = "", ...values] = match;
    const role = roles.find((one) => one === name.toLowerCase().replaceAll("-", "_"));
    const value = values.find((one) => one !== undefined);
    return role && value !== undefined ? [{ role, value, from: match.index, to: match.index + whole.length }] : [];
  });
}

function indexOf(given: string, files: readonly NamedFile[]): number {
  if (/^\d{1,2}$/.test(given)) return Number(given) - 1;
  return files.findIndex(({ file }) => file.name.toLowerCase() === given.toLowerCase());
}

function option(role: FileRole, files: readonly NamedFile[], index: number): string {
  const value = fileNames(files.map(({ file }) => file.name))[index] ?? String(index + 1);
  return ` --${role} ${/\s/.test(value) ? `"${value}"` : value}`;
}

/** Replaces an option, or adds it at the end. */
function replaced(text: string, given: Given | undefined, by: string): string {
  return given ? text.slice(0, given.from) + by + text.slice(given.to) : text.trimEnd() + by;
}
