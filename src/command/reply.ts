import type { MessageRef } from "../core/chat/conversation.ts";
import type { FieldProblem, FieldValues } from "../core/chat/event.ts";
import type { Form } from "../core/chat/form.ts";
import type { Message } from "../core/chat/message.ts";
import type { Draft } from "../core/delivery/result-store.ts";
import type { RequestProblem } from "../core/request/problem.ts";
import type { CommandSpec } from "./parse/spec.ts";

/** The request is committed, and its result goes to the conversation. */
export interface Accepted {
  readonly kind: "accepted";
  /** The key that it was committed under, if not the event's own. */
  readonly key?: string;
  /** Replaces the question whose button was pressed. */
  readonly closing?: Message;
  /** The earlier message that asked for it. */
  readonly request?: MessageRef;
}

/** What its member may change in a form: the given request, or the earlier one that was repeated. */
type Change = Draft | { readonly batchId: string };

/** A form that was not accepted: what was filled in, and its fields' labels. */
export interface FormAgain {
  readonly form: string;
  /** Without secrets. */
  readonly values: FieldValues;
  readonly labels: ReadonlyMap<string, string>;
}

export type Reply =
  | Accepted
  /** A private reply. `closes`: it replaces the question whose button was pressed. `accepted`: the request is committed. */
  | {
      readonly kind: "answer";
      readonly message: Message;
      readonly closes?: boolean;
      readonly accepted?: true;
      /** It refuses a request that might be accepted with changes. Nothing was sent or spent. */
      readonly refuses?: true;
      readonly change?: Change;
    }
  /** Problems of the request; nothing was sent or spent. */
  | {
      readonly kind: "refused";
      readonly problems: readonly RequestProblem[];
      /** The command in question. */
      readonly about?: CommandSpec;
      readonly change?: Change;
      readonly again?: FormAgain;
    }
  /** Problems of an input that is not a request, shown at a form's fields. Nothing was done. */
  | { readonly kind: "unfit"; readonly problems: readonly FieldProblem[]; readonly again?: FormAgain }
  | { readonly kind: "form"; readonly form: Form };

/** Refuses a request for these reasons. */
export function refuse(problems: readonly RequestProblem[]): Reply {
  return { kind: "refused", problems };
}

/** Refuses what one option says. `atField`: the same for beside its field in a form. */
export function unfit(field: string | undefined, text: string, atField?: string): Extract<Reply, { kind: "unfit" }> {
  return { kind: "unfit", problems: [{ field, text, ...(atField === undefined ? {} : { atField }) }] };
}

/** Adds to a refusal what may be changed. Returns other replies, and refusals that already have it, unchanged. */
export function withChange(reply: Reply, change: (problems: readonly RequestProblem[]) => Change): Reply {
  if (reply.kind === "refused") return reply.change ? reply : { ...reply, change: change(reply.problems) };
  return reply.kind === "answer" && reply.refuses ? { ...reply, change: change([]) } : reply;
}

/** The rules that refuse a request or command in a reply, each once. Empty if the reply refuses nothing. */
export function refusingRules(reply: Reply): readonly (RequestProblem["rule"] | "over_quota")[] {
  if (reply.kind === "refused") return [...new Set(reply.problems.map(({ rule }) => rule))];
  // A refusal because of a quota is a question to the member, not a problem of the request.
  return reply.kind === "answer" && reply.refuses ? ["over_quota"] : [];
}

/** Adds the command to a refusal; returns other replies unchanged. */
export function replyOf(reply: Reply, about: CommandSpec): Reply {
  return reply.kind === "refused" ? { about, ...reply } : reply;
}

/** A private answer with only text. */
export function answer(text: string): Extract<Reply, { kind: "answer" }> {
  return { kind: "answer", message: { text } };
}
