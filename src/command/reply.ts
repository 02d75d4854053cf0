import type { FieldProblem } from "../core/chat/event.ts";
import type { Form } from "../core/chat/form.ts";
import type { Message } from "../core/chat/message.ts";
import type { RequestProblem } from "../core/request/problem.ts";
import type { CommandSpec } from "./parse/spec.ts";

/** It is committed, and what follows goes to the conversation. */
export interface Accepted {
  readonly kind: "accepted";
  /** The key that it was committed under, where that is not the event's own. */
  readonly key?: string;
  /** Replaces the question whose button was pressed. */
  readonly closing?: Message;
}

export type Reply =
  | Accepted
  /** Private reply. `closes`: it replaces the question whose button was pressed. `accepted`: the request is committed. */
  | { readonly kind: "answer"; readonly message: Message; readonly closes?: boolean; readonly accepted?: true }
  /** What is wrong with the request; nothing was sent or spent. */
  | {
      readonly kind: "refused";
      readonly problems: readonly RequestProblem[];
      /** The command that was given so. */
      readonly about?: CommandSpec;
    }
  /** What is wrong with something that is no request: in a form at its fields. Nothing was done. */
  | { readonly kind: "unfit"; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "form"; readonly form: Form };

/** A request that is refused for these reasons. */
export function refuse(problems: readonly RequestProblem[]): Reply {
  return { kind: "refused", problems };
}

/** The same reply; a refusal says which command it is about. */
export function replyOf(reply: Reply, about: CommandSpec): Reply {
  return reply.kind === "refused" ? { about, ...reply } : reply;
}

/** A private answer of text alone. */
export function answer(text: string): Extract<Reply, { kind: "answer" }> {
  return { kind: "answer", message: { text } };
}
