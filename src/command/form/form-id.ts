/** What a form is about: all of it is in its id, so that it can be sent in at any time, to any process. */
export type FormSubject =
  /** A command with nothing filled in. */
  | { readonly kind: "command"; readonly command: string }
  /** A result; without a number the form asks which of several pictures. */
  | { readonly kind: "result"; readonly act: FormAct; readonly batchId: string; readonly number: number | undefined }
  /** The files of somebody else's message, which are kept meanwhile. */
  | { readonly kind: "message"; readonly act: FormAct; readonly targetId: string }
  /** A gateway key to be entered. */
  | { readonly kind: "key"; readonly whose: "organisation" | "own" }
  /** Why an admin declines something held. */
  | { readonly kind: "decline"; readonly batchId: string }
  /** A setting; `key` tells the forms of one command apart. */
  | SetSubject
  /** A request that failed, to be asked for in other words. */
  | { readonly kind: "change"; readonly batchId: string };

/** The form of a setting, which is also the id of the button that opens it. */
export interface SetSubject {
  readonly kind: "set";
  readonly command: string;
  readonly key: string;
}

/** What a form makes something from. */
export type MakingSubject = Exclude<FormSubject, { kind: "key" | "decline" | "set" }>;

export type FormAct = "edit" | "animate";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const COMMAND = /^command:([a-z-]{1,32})$/;
const RESULT = new RegExp(`^(edit|animate):(${UUID})(?::(\\d{1,2}))?$`);
const MESSAGE = new RegExp(`^(edit|animate)-message:(${UUID})$`);
const KEY = /^key:(organisation|own)$/;
const SET = /^set:([a-z -]{1,40}):([^\0]{1,60})$/;
const OF_BATCH = new RegExp(`^(change|decline):(${UUID})$`);

/** Undefined for what is no id of a form. */
export function readFormId(id: string): FormSubject | undefined {
  const command = COMMAND.exec(id)?.[1];
  if (command !== undefined) return { kind: "command", command };
  const [, resultAct, resultId, number] = RESULT.exec(id) ?? [];
  if (resultAct !== undefined && resultId !== undefined) {
    const act = resultAct === "edit" ? "edit" : "animate";
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
  const [, kind, batchId] = OF_BATCH.exec(id) ?? [];
  return batchId === undefined ? undefined : { kind: kind === "decline" ? "decline" : "change", batchId };
}

/** The reverse of `readFormId`; 100 characters at most. */
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
    case "change":
    case "decline":
      return `${subject.kind}:${subject.batchId}`;
  }
}

/** Does what is filled in there make something, which then appears in the conversation? */
export function makesSomething(id: string): boolean {
  const kind = readFormId(id)?.kind;
  return kind !== "key" && kind !== "decline" && kind !== "set";
}
