import { randomUUID } from "node:crypto";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { commandLine } from "./command-line.ts";
import { createConsoleClient } from "../console/console-client.ts";
import type { Stranger } from "./stranger.ts";

/** A person who uses the Console's API without the page. */
export function consoleStranger(url: string, as: "admin" | "member"): Stranger & { close(): Promise<void> } {
  const client = createConsoleClient(url, as);
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ as, locale: "en", channel: "general", ...body }),
    });
    return response.text();
  };
  const answers = (): MessageView[] => client.messages().filter((message) => message.private && message.author.isEasel);
  const say = (id: string, text: string): Promise<string> => post("/api/messages", { id, text, attachments: [] });
  /** Resolves once all earlier answers to this person have arrived, so that none is taken for the answer to the first act. */
  const catchUp = async (): Promise<void> => {
    const id = randomUUID();
    await say(id, "/easel limits");
    await client.see("the answer to the first command", (messages) => {
      const own = messages.find((message) => message.id === id);
      return own && answers().find(({ position }) => position > own.position);
    });
  };
  let caughtUp: Promise<void> | undefined;
  /** The outcome of an act: a private answer, or the form or problems in the response. */
  const told = async (act: () => Promise<string>): Promise<string> => {
    await (caughtUp ??= catchUp());
    const before = answers().length;
    const response = await act();
    if (response !== '{"done":true}') return response;
    const { text, buttons } = await client.see("the answer", () => answers()[before]);
    return JSON.stringify([text, buttons]);
  };
  return {
    isAdmin: as === "admin",
    command: (name, options) => told(() => say(randomUUID(), commandLine(name, options))),
    typing: (command, option, typed) => post("/api/suggestions", { command, option, typed, options: {} }),
    async press(button) {
      const { id: message } = await client.see("a message", (messages) => messages[0]);
      return told(() => post("/api/presses", { id: randomUUID(), message, button }));
    },
    async submit(form) {
      const reshaped = await post("/api/forms/reshaped", { form, values: {} });
      const values = { prompt: "make it blue" };
      return reshaped + (await told(() => post("/api/forms", { id: randomUUID(), form, values, files: [] })));
    },
    close: () => client.close(),
  };
}
