/** What a form is about. The form's id encodes it, so that any process can accept it at any time. */
export type FormSubject =
  /** A command without options. */
  | { readonly kind: "command"; readonly command: string }
  /** A result; without a number the form asks which of several pictures. */
  | { readonly kind: "result"; readonly act: FormAct; readonly batchId: string; readonly number: number | undefined }
  /** The files of another person's message, stored while the form is open. */
  | { readonly kind: "message"; readonly act: Exclude<FormAct, "reference">; readonly targetId: string }
  /** A gateway key to enter. */
  | { readonly kind: "key"; readonly whose: "organisation" | "own" }
  /** An admin's reason for declining. */
  | { readonly kind: "decline"; readonly batchId: string }
  /** A setting; `key` distinguishes the forms of one command. */
  | SetSubject
  /** An earlier request, to be changed. */
  | { readonly kind: "change"; readonly batchId: string }
  /** A refused request, stored while the form is open. */
  | { readonly kind: "draft"; readonly draftId: string }
  /** Another refused form, stored for the button that opens it again: only the id of that button. */
  | { readonly kind: "refused"; readonly draftId: string };

/** A setting's form. Its id is also that of the button that opens it. */
export interface SetSubject {
  readonly kind: "set";
  readonly command: string;
  readonly key: string;
}

/** The subjects whose forms make something. */
export type MakingSubject = Exclude<FormSubject, { kind: "key" | "decline" | "set" | "refused" }>;

/** What a form produces from pictures: an edit, a clip, or a new picture that references them. */
export type FormAct = "edit" | "animate" | "reference";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const COMMAND = /^command:([a-z-]{1,32})$/;
const RESULT = new RegExp(`^(edit|animate|reference):(${UUID})(?::(\\d{1,2}))?$`);
const MESSAGE = new RegExp(`^(edit|animate)-message:(${UUID})$`);
const KEY = /^key:(organisation|own)$/;
const SET = /^set:([a-z -]{1,40}):([^\0]{1,60})$/;
const DRAFT = new RegExp(`^draft:(${UUID})$`);
const REFUSED = new RegExp(`^refused:(${UUID})$`);
const OF_BATCH = new RegExp(`^(change|decline):(${UUID})$`);

/** Undefined if it is not a form's id. */
export function readFormId(id: string): FormSubject | undefined {
  const command = COMMAND.exec(id)?.[1];
  if (command !== undefined) return { kind: "command", command };
  const [, resultAct, resultId, number] = RESULT.exec(id) ?? [];
  if (resultAct !== undefined && resultId !== undefined) {
    const act = resultAct === "edit" || resultAct === "reference" ? resultAct : "animate";
    return { kind: "result", act, batchId: resultId, number: number === undefined ? undefined : Number(number) };
  }
  const [, messageAct, targetId] = MESSAGE.exec(id) ?? [];
  if (messageAct !== undefined && targetId !== undefined) {
    return { kind: "message", act: messageAct === "edit" ? "edit" : "animate", targetId };
  }
  const whose = KEY.exec(id)?.[1];
  if (whose !== undefined) return { kind: "key", whose: whose === "own" ? "own" : "organisation" };
  const [, setting, key] = SET.exec(id) ?? [];
  if (setting !== undefined && key !== undefined) return { kind: "set", command: setting, key };
  const draftId = DRAFT.exec(id)?.[1];
  if (draftId !== undefined) return { kind: "draft", draftId };
  const refusedId = REFUSED.exec(id)?.[1];
  if (refusedId !== undefined) return { kind: "refused", draftId: refusedId };
  const [, kind, batchId] = OF_BATCH.exec(id) ?? [];
  return batchId === undefined ? undefined : { kind: kind === "decline" ? "decline" : "change", batchId };
}

/** The reverse of `readFormId`; at most 100 characters. */
export function formId(subject: FormSubject): string {
  switch (subject.kind) {
    case "command":
      return `command:${subject.command}`;
    case "result":
      return `${subject.act}:${subject.batchId}${subject.number === undefined ? "" : `:${subject.number}`}`;
    case "message":
      return `${subject.act}-message:${subject.targetId}`;
    case "key":
      return `key:${subject.whose}`;
    case "set":
      return `set:${subject.command}:${subject.key}`;
    case "draft":
    case "refused":
      return `${subject.kind}:${subject.draftId}`;
    case "change":
    case "decline":
      return `${subject.kind}:${subject.batchId}`;
  }
}

/** Commands that open a form when run without options. */
export function hasForm(command: string): boolean {
  return command === "imagine" || command === "edit" || command === "video";
}

/** Whether submitting the form makes something that then appears in the conversation. */
export function makesSomething(id: string): boolean {
  const kind = readFormId(id)?.kind;
  return kind !== "key" && kind !== "decline" && kind !== "set" && kind !== "refused";
}
