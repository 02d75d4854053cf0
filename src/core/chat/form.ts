import type { FileKind } from "../request/reference.ts";
import type { PostedFile } from "./message.ts";

/** A platform-independent form. `id` contains all that is needed later (at most 100 characters), e.g. `edit:<batch id>:2`. */
export interface Form {
  readonly id: string;
  /** At most 45 characters. */
  readonly title: string;
  /** The submit button's label. */
  readonly submit: string;
  /** What the form works on, such as a picture, or what it does. */
  readonly about?: FormAbout;
  /** Most important first: a platform that can't show all of them shows the first ones. */
  readonly fields: readonly FormField[];
  /** The equivalent command, for when the form can't be shown. Light Markdown, as in `Message`. */
  readonly typed: string;
}

/** What a form is about. */
export interface FormAbout {
  /** Plain text on one line. */
  readonly text: string;
  /** The most important part, for where there is little room. */
  readonly brief?: string;
  /** Shown next to the text, if the platform can and the person may see the picture anyway. */
  readonly picture?: PostedFile;
}

export type FormField = TextField | ChoiceField | FlagField | FilesField | NamedField | MembersField;

export interface TextField {
  readonly type: "text";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  /** Several lines. */
  readonly long?: true;
  readonly required?: true;
  readonly maxLength?: number;
  /** Hidden while typing, if the platform can; never stored. */
  readonly secret?: true;
  /** Few people need it. A platform may hide it until it is asked for, or has a problem. */
  readonly isRare?: true;
  /** The text is a list. Platforms with multi-select menus show these choices instead, with the value's entries selected. */
  readonly several?: Several;
}

/** The choices for a list in a text field. A choice's `value` contains no comma. */
export interface Several {
  readonly choices: readonly Suggestion[];
  /** The field's hint if it is shown as a menu. */
  readonly hint?: string;
}

/** The entries of a list in a text field. */
export function entriesOf(text: string): readonly string[] {
  return [...new Set(text.split(",").map((entry) => entry.trim()))].filter((entry) => entry !== "");
}

/** The reverse of `entriesOf`. */
export function listOf(entries: readonly string[]): string {
  return entries.join(", ");
}

export interface ChoiceField {
  readonly type: "choice";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly choices: readonly Suggestion[];
  /** What an empty field means, for example “Default: 1”. Shown while nothing is chosen. */
  readonly usual?: string;
  readonly required?: true;
  /** Set if other values can be typed too. Platforms whose menus take no typed text have a second field for it, if they have room. */
  readonly typed?: TypedValues;
  /**
   * Other fields depend on this value (the model). If the platform can, it asks `Handlers.reform` for the form again.
   */
  readonly reshapes?: true;
}

/** What can be typed besides the choices of a field. */
export interface TypedValues {
  /** The label of a second field. */
  readonly label: string;
  /** The rule for typed values. */
  readonly hint: string;
}

/** The field as a text to type if a menu can't hold its values. `max`: a value's characters in the platform's menus. */
export function typedIfLong(field: FormField, max: number): FormField {
  if (field.type !== "choice") return field;
  const { choices, usual: _usual, reshapes: _reshapes, typed: _typed, ...others } = field;
  const values = [...choices.map(({ value }) => value), field.value ?? ""];
  return values.every((value) => value.length <= max) ? field : { ...others, type: "text" };
}

/** A possible value of a field or option. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
}

export interface FlagField {
  readonly type: "flag";
  readonly name: string;
  readonly label: string;
  readonly value?: boolean;
}

/** A person, a role or a channel: an id where the platform has a picker, else typed text. */
export interface NamedField {
  readonly type: "named";
  readonly kind: "person" | "role" | "channel";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly required?: true;
}

/** Any number of members of the workspace. Only for platforms with `Capabilities.memberMenu`. */
export interface MembersField {
  readonly type: "members";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Entries `person:<id>` and `role:<id>`, as `listOf` writes them. */
  readonly value?: string;
}

export interface FilesField {
  readonly type: "files";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly accept: FileKind;
  readonly max: number;
  readonly required?: true;
}
