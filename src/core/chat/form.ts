import type { FileKind } from "../request/reference.ts";

/** A form, free of any platform. `id` holds all that is needed later (100 characters at most), e.g. `edit:<batch id>:2`. */
export interface Form {
  readonly id: string;
  /** 45 characters at most. */
  readonly title: string;
  /** The label of the button that sends it. */
  readonly submit: string;
  /** The most important first: a platform that can't show all of them shows the first. */
  readonly fields: readonly FormField[];
  /** How to ask for the same in words, for where the form could not be shown. Light Markdown, as in `Message`. */
  readonly typed: string;
}

export type FormField = TextField | ChoiceField | FlagField | FilesField | NamedField;

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
  /** Not to be read while it is typed, where the platform can; nobody may keep what is given. */
  readonly secret?: true;
}

export interface ChoiceField {
  readonly type: "choice";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly choices: readonly Suggestion[];
  readonly required?: true;
  /**
   * The form's other fields depend on this value (the model): if the platform can, it asks `Handlers.reform` for the form
   * again.
   */
  readonly reshapes?: true;
}

/** One of the values that a field or an option can have. */
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

/** A person or a role of the workspace: picked where the platform has such a list, and its id then; else typed. */
export interface NamedField {
  readonly type: "named";
  readonly kind: "person" | "role";
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly required?: true;
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
