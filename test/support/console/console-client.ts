import { randomUUID } from "node:crypto";
import { EventSourceParserStream } from "eventsource-parser/stream";
import {
  AnyMessageView,
  type FileView,
  type FormView,
  type MessageView,
  Taken,
  UploadView,
} from "../../../src/platforms/console/api/api.ts";
import type { Locale } from "../../../src/lib/locale.ts";

type Person = "admin" | "member";

/** A file on the person's disk. */
export interface LocalFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface SayOptions {
  readonly as?: Person;
  readonly channel?: string;
  readonly id?: string;
  readonly locale?: Locale;
  readonly files?: readonly LocalFile[];
  readonly replyTo?: MessageView;
}

/** Field values and files by field name. */
interface Filled {
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly files?: readonly (LocalFile & { readonly field: string })[];
  readonly as?: Person;
}

/** A person at the Console without the page, who sends messages, presses buttons and sees what the page would show. */
export interface ConsoleClient {
  /** Sends a message; resolves when it is acknowledged. Using an id again resends the same message. */
  say(text: string, options?: SayOptions): Promise<string>;
  /** Sends a command without options. */
  bare(command: string): Promise<Taken>;
  /** Presses a button, or chooses from a menu. */
  press(message: MessageView, label: string, as?: Person): Promise<Taken>;
  /** Chooses an entry of a message's menu; with `file`, for that file only. */
  choose(message: MessageView, action: "edit" | "animate" | "recipe", as?: Person, file?: FileView): Promise<Taken>;
  /** Submits a form as it was shown, except for the values given here. */
  fillIn(form: FormView | undefined, filled: Filled): Promise<Taken>;
  /** Sends a message; resolves with the private answer. */
  answerTo(text: string, options?: SayOptions): Promise<MessageView>;
  /** All current messages, in order. */
  messages(channel?: string): MessageView[];
  /** Resolves with the result of `find` once it finds something, retrying on every change. */
  see<T>(what: string, find: (messages: MessageView[]) => T | undefined, channel?: string): Promise<T>;
  close(): Promise<void>;
}

/** A message's buttons: those of its sections, then its own. */
export function buttonsOf({ buttons, sections = [] }: MessageView): MessageView["buttons"] {
  return [...sections.flatMap((section) => section.buttons ?? []), ...buttons];
}

/** How long a person waits before giving up; only a failing test reaches it. */
const PATIENCE_MS = 45_000;

export function createConsoleClient(url: string, as: Person = "member", locale: Locale = "en"): ConsoleClient {
  const known = new Map<string, MessageView>();
  const watchers = new Set<() => void>();
  const closing = new AbortController();
  const listening = listen();

  return {
    async say(text, options = {}) {
      const id = options.id ?? randomUUID();
      await post("/api/messages", {
        id,
        as: options.as ?? as,
        locale: options.locale ?? locale,
        channel: options.channel ?? "general",
        text,
        attachments: await Promise.all((options.files ?? []).map((file) => upload(file, options.as ?? as))),
        ...(options.replyTo ? { replyTo: options.replyTo.id } : {}),
      });
      return id;
    },
    bare: (text) => post("/api/messages", { id: randomUUID(), as, locale, channel: "general", text, attachments: [] }),
    async press(message, label, who = as) {
      const choices = (message.menus ?? []).flatMap((menu) => menu.choices);
      const button = [...buttonsOf(message), ...choices].find((one) => one.label === label);
      if (!button) throw new Error(`no button “${label}” on: ${message.text}`);
      const id = randomUUID();
      const { channel } = message;
      return post("/api/presses", { id, as: who, locale, channel, message: message.id, button: button.id });
    },
    choose(message, action, who = as, file) {
      const { channel } = message;
      const id = randomUUID();
      return post("/api/actions", { id, as: who, locale, channel, message: message.id, file: file?.id, action });
    },
    async fillIn(form, { values = {}, files = [], as: who = as }) {
      if (!form) throw new Error("no form was shown");
      const shown = form.fields.flatMap((field) =>
        field.type === "files" || field.value === undefined ? [] : [[field.name, field.value] as const],
      );
      const sent = files.map(async (file) => ({ ...(await upload(file, who)), field: file.field }));
      return post("/api/forms", {
        id: randomUUID(),
        as: who,
        locale,
        channel: "general",
        form: form.id,
        values: { ...Object.fromEntries(shown), ...values },
        files: await Promise.all(sent),
      });
    },
    async answerTo(text, options = {}) {
      const before = new Set(known.keys());
      await this.say(text, options);
      return this.see(
        "the answer",
        (all) => all.find((one) => one.private && one.author.isEasel && !before.has(one.id)),
        options.channel,
      );
    },
    messages,
    see(what, find, channel) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look);
          const seen = messages(channel).map((message) => `- ${message.text}`);
          reject(new Error(`never saw ${what}; there is:\n${seen.join("\n")}`));
        }, PATIENCE_MS);
        const look = (): void => {
          const found = find(messages(channel));
          if (found === undefined) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      });
    },
    async close() {
      closing.abort();
      await listening;
    },
  };

  function messages(channel = "general"): MessageView[] {
    return [...known.values()].filter((one) => one.channel === channel).toSorted((a, b) => a.position - b.position);
  }

  async function post(path: string, body: unknown): Promise<Taken> {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return Taken.parse(await response.json());
  }

  async function upload(file: LocalFile, who: Person): Promise<{ upload: string }> {
    const form = new FormData();
    form.append("file", new Blob([file.bytes], { type: file.mimeType }), file.name);
    const response = await fetch(`${url}/api/uploads?as=${who}`, { method: "POST", body: form });
    if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
    const [stored] = UploadView.parse(await response.json()).uploads;
    if (!stored) throw new Error("the upload returned no file");
    return { upload: stored.id };
  }

  async function listen(): Promise<void> {
    let after = 0;
    while (!closing.signal.aborted) {
      try {
        const response = await fetch(`${url}/api/events?as=${as}&after=${after}`, { signal: closing.signal });
        const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
        if (!events) continue;
        for await (const event of events) {
          if (event.id !== undefined) after = Number(event.id);
          if (event.event === "message") take(AnyMessageView.parse(JSON.parse(event.data)));
        }
      } catch {
        // The server stopped, or the test is over.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  function take(message: AnyMessageView): void {
    if (message.removed) known.delete(message.id);
    else known.set(message.id, message);
    for (const look of watchers) look();
  }
}
