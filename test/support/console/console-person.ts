import { randomUUID } from "node:crypto";
import {
  ErrorView,
  Taken,
  UploadView,
  type AnyMessageView,
  type FormView,
  type MessageView,
  type NewForm,
  type ProblemView,
} from "../../../src/platforms/console/api/api.ts";
import { HistoryView } from "../../../src/platforms/console/api/history.ts";
import type { PersonId } from "../../../src/platforms/console/api/people.ts";

/** A person who uses the Console's API as the page does. */
export interface ConsolePerson {
  say(text: string, more?: Partial<Said>): Promise<Answer>;
  press(message: string, button: string, more?: { id?: string; channel?: string }): Promise<Answer>;
  /** Presses a button that opens a form. */
  open(message: string, button: string): Promise<FormView | undefined>;
  /** Submits a form. Resolves with its problems. */
  submit(form: string, values: NewForm["values"]): Promise<readonly ProblemView[]>;
  upload(name: string, mimeType: string, bytes: Buffer): Promise<string>;
  /** A channel's newest messages as this person sees them. */
  read(channel?: string): Promise<MessageView[]>;
}

interface Said {
  readonly id: string;
  readonly channel: string;
  readonly replyTo: string;
  readonly uploads: readonly string[];
}

export interface Answer {
  readonly status: number;
  /** The error's code; undefined for a success. */
  readonly code: string | undefined;
}

export function consolePerson(url: string, as: PersonId): ConsolePerson {
  const ask = (path: string, body: unknown): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const response = await ask(path, body);
    const failed = ErrorView.safeParse(await response.json());
    return { status: response.status, code: failed.data?.error.code };
  };
  return {
    say(text, { id = randomUUID(), channel = "general", replyTo, uploads = [] } = {}) {
      const attachments = uploads.map((upload) => ({ upload }));
      return post("/api/messages", { id, as, locale: "en", channel, text, attachments, replyTo });
    },
    press(message, button, { id = randomUUID(), channel = "general" } = {}) {
      return post("/api/presses", { id, as, locale: "en", channel, message, button });
    },
    async open(message, button) {
      const press = { id: randomUUID(), as, locale: "en", channel: "general", message, button };
      return Taken.parse(await (await ask("/api/presses", press)).json()).form;
    },
    async submit(form, values) {
      const sent = { id: randomUUID(), as, locale: "en", channel: "general", form, values, files: [] };
      return Taken.parse(await (await ask("/api/forms", sent)).json()).problems ?? [];
    },
    async upload(name, mimeType, bytes) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
      const response = await fetch(`${url}/api/uploads?as=${as}`, { method: "POST", body: form });
      const [upload] = UploadView.parse(await response.json()).uploads;
      if (!upload) throw new Error(`the upload was refused: ${response.status}`);
      return upload.id;
    },
    async read(channel = "general") {
      const response = await fetch(`${url}/api/channels/${channel}/messages?as=${as}`);
      const { messages } = HistoryView.parse(await response.json());
      return messages.filter(isThere);
    },
  };
}

function isThere(message: AnyMessageView): message is MessageView {
  return !message.removed;
}
