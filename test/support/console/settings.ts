import type { FormView, MessageView } from "../../../src/platforms/console/api/api.ts";
import type { ConsoleClient } from "./console-client.ts";

/** Presses a button of an answer at the Console; resolves with the private answer. */
async function pressed(person: ConsoleClient, message: MessageView, button: string): Promise<MessageView> {
  const before = person.messages().length;
  await person.press(message, button);
  return person.see("the answer to the press", (all) => (all.length > before ? all.at(-1) : undefined));
}

/** Sends a command that opens its form directly. Resolves with the form. */
export async function opened(person: ConsoleClient, command: string): Promise<FormView> {
  const { form } = await person.bare(command);
  if (!form) throw new Error(`${command} opened no form`);
  return form;
}

/** Sends a command, and submits the form that it opens. Resolves with the answer, or with the problems of the fields. */
export async function filledIn(
  person: ConsoleClient,
  command: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  return submitted(person, await opened(person, command), values);
}

/**
 * Sends a command, presses a button of its answer, submits the form that opens, and resolves with the answer. `via`: a button to
 * press first.
 */
export async function changed(
  person: ConsoleClient,
  command: string,
  button: string,
  values: Readonly<Record<string, string>>,
  via?: string,
): Promise<string> {
  const first = await person.answerTo(command);
  const { form } = await person.press(via === undefined ? first : await pressed(person, first, via), button);
  return submitted(person, form, values);
}

async function submitted(
  person: ConsoleClient,
  form: FormView | undefined,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const before = new Set(person.messages().map(({ id }) => id));
  const sent = await person.fillIn(form, { values });
  if (sent.problems) return sent.problems.map(({ field, text }) => `${field}: ${text}`).join("\n");
  // The person's own command may be shown after its form.
  return person.see("the answer", (all) => all.find(({ id, author }) => author.isEasel && !before.has(id))?.text);
}
