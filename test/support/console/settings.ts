import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { ConsoleClient } from "./console-client.ts";

/** Presses a button of an answer at the Console; resolves with the private answer. */
export async function pressed(person: ConsoleClient, message: MessageView, button: string): Promise<MessageView> {
  const before = person.messages().length;
  await person.press(message, button);
  return person.see("the answer to the press", (all) => (all.length > before ? all.at(-1) : undefined));
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
  const before = person.messages().length;
  const sent = await person.fillIn(form, { values });
  if (sent.problems) return sent.problems.map(({ field, text }) => `${field}: ${text}`).join("\n");
  return person.see("the answer", (all) => (all.length > before ? all.at(-1)?.text : undefined));
}
