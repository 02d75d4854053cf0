import type { FieldProblem, Responder } from "../../src/core/chat/event.ts";
import type { Form } from "../../src/core/chat/form.ts";
import type { Button, Message } from "../../src/core/chat/message.ts";

/** Records the calls to a platform's responder. */
export interface KeptResponder extends Responder {
  readonly answers: readonly Message[];
  /** Messages that replaced a pressed question. */
  readonly closings: readonly Message[];
  readonly forms: readonly Form[];
  /** The problems shown in submitted forms, and the buttons that open these again. */
  readonly problems: readonly FieldProblem[];
  readonly reopens: readonly Button[];
  acknowledged(): number;
}

export function createKeptResponder(): KeptResponder {
  const answers: Message[] = [];
  const closings: Message[] = [];
  const forms: Form[] = [];
  const problems: FieldProblem[] = [];
  const reopens: Button[] = [];
  let acknowledged = 0;
  return {
    answers,
    closings,
    forms,
    problems,
    reopens,
    acknowledged: () => acknowledged,
    async acknowledge(closing) {
      acknowledged++;
      if (closing) closings.push(closing);
      return { kind: "heard" };
    },
    answer: async (message, closes = false) => void (closes ? closings : answers).push(message),
    openForm: async (form) => void forms.push(form),
    async refuseForm(found, reopen) {
      problems.push(...found);
      if (reopen) reopens.push(reopen);
    },
  };
}
