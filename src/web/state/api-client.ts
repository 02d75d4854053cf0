import type { z } from "zod/mini";
import type {
  ChannelView,
  Done,
  ErrorView,
  FormView,
  NewAction,
  NewForm,
  NewMessage,
  NewPress,
  ReformedView,
  ReformQueryView,
  StateView,
  SuggestionsView,
  SuggestionView,
  SuggestQueryView,
  Taken,
  UploadView,
} from "../../platforms/console/api/api.ts";
import type { CostQueryView, CostView } from "../../platforms/console/api/cost.ts";
import type { HistoryView } from "../../platforms/console/api/history.ts";
import type { ModelsQueryView, ModelsView } from "../../platforms/console/api/models.ts";
import type { LineageView } from "../../platforms/console/api/lineage.ts";
import type { NewPin, PinsView } from "../../platforms/console/api/pins.ts";
import type { MessagePlace } from "../../platforms/console/api/message-link.ts";
import type { PersonId } from "../../platforms/console/api/people.ts";
import type { Locale } from "../../lib/locale.ts";
import { consoleFailureText } from "../../text/render/console/console-failure.ts";
import { isRecord } from "./kept-value.ts";

/**
 * Time limit for a request, longer than any real answer takes. The request is then aborted, and messages are sent
 * again.
 */
const REQUEST_MS = 30_000;
/** Time limit for an upload, which may be large on a slow connection. */
const UPLOAD_MS = 30 * 60_000;

/** The server refused or did not answer. `again`: the same request may succeed later. */
export class ApiError extends Error {
  readonly code: string;
  readonly again: boolean;

  constructor(code: string, message: string, again: boolean) {
    super(message);
    this.code = code;
    this.again = again;
  }
}

/** The person who acts, and the language of their errors. */
export interface Doing {
  readonly as: PersonId;
  readonly locale: Locale;
}

/** A page of a channel's history: before or after a position, around a moment or a message, or the newest one. */
export interface HistoryPage {
  readonly before?: number;
  readonly after?: number;
  readonly at?: string;
  readonly around?: string;
}

export interface ApiClient {
  /** Reads what has a schema, for parts of the page that are loaded later and know the address themselves. */
  get<S extends z.ZodMiniType>(path: string): Promise<z.output<S>>;
  state(locale: Locale): Promise<StateView>;
  history(channel: string, as: PersonId, page: HistoryPage): Promise<HistoryView>;
  /** What a file in a message was made from, and what was made from it. */
  lineage(message: Pick<MessagePlace, "id">, file: { readonly id: string }, as: PersonId): Promise<LineageView>;
  /** The channel's pinned results. */
  pins(channel: string): Promise<PinsView>;
  pin(pin: NewPin): Promise<void>;
  send(message: NewMessage): Promise<Taken>;
  press(press: NewPress): Promise<Taken>;
  choose(choice: NewAction): Promise<Taken>;
  sendForm(form: NewForm): Promise<Taken>;
  /** The form with these values; undefined when it no longer exists. */
  reshape(query: ReformQueryView): Promise<FormView | undefined>;
  suggest(query: SuggestQueryView): Promise<readonly SuggestionView[]>;
  /** What a request that is being written would cost, as light Markdown. */
  cost(query: CostQueryView): Promise<string | undefined>;
  /** The models that a person may use in a channel. */
  models(query: ModelsQueryView): Promise<ModelsView>;
  upload(file: Blob, name: string, by: Doing): Promise<string>;
  addChannel(id: string, by: Doing): Promise<ChannelView>;
  renameChannel(id: string, name: string, by: Doing): Promise<ChannelView>;
  removeChannel(id: string, by: Doing): Promise<ChannelView>;
  dismiss(id: string, as: PersonId): Promise<void>;
  /** Ends this session, or all sessions. */
  logOut(everywhere: boolean): Promise<void>;
}

export interface ApiClientOptions {
  readonly fetch: typeof fetch;
  /** Called when the server requires a log-in. */
  readonly onLogin: () => void;
  /** The reader's language, for the messages of errors. */
  readonly locale: () => Locale;
}

/** Calls the server. Rejects with an `ApiError`. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const failure = (code: string, message: string, again: boolean): ApiError =>
    new ApiError(code, consoleFailureText(code, message, options.locale()), again);

  // The server checks its answers with the schemas. Only errors, which a proxy may have sent, are checked here.
  const ask = async <S extends z.ZodMiniType>(path: string, init: RequestInit, ms: number): Promise<z.output<S>> => {
    let response: Response;
    let body: z.output<S>;
    try {
      response = await options.fetch(path, { ...init, signal: AbortSignal.timeout(ms) });
      body = JSON.parse(await response.text());
    } catch (error) {
      throw failure("unreachable", error instanceof Error ? error.message : String(error), true);
    }
    if (response.status === 401) options.onLogin();
    if (response.ok) return body;
    // 507: only a person can fix a full disk, so show the error.
    const failed = response.status >= 500 && response.status !== 507;
    const again = failed || response.status === 429 || response.status === 401;
    throw isErrorView(body)
      ? failure(body.error.code, body.error.message, again)
      : failure("unknown", `HTTP ${response.status}`, again);
  };
  const get = <S extends z.ZodMiniType>(path: string): Promise<z.output<S>> => ask<S>(path, {}, REQUEST_MS);
  const post = <S extends z.ZodMiniType>(path: string, body: unknown, method = "POST"): Promise<z.output<S>> =>
    ask<S>(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }, REQUEST_MS);

  return {
    get,
    state: (locale) => get<typeof StateView>(`/api/state?locale=${locale}`),
    history(channel, as, page) {
      const query = new URLSearchParams({ as });
      for (const [name, value] of Object.entries(page)) query.set(name, String(value));
      return get<typeof HistoryView>(`/api/channels/${encodeURIComponent(channel)}/messages?${query.toString()}`);
    },
    lineage: (message, file, as) =>
      get<typeof LineageView>(
        `/api/messages/${encodeURIComponent(message.id)}/files/${encodeURIComponent(file.id)}/lineage?as=${as}`,
      ),
    pins: (channel) => get<typeof PinsView>(`/api/channels/${encodeURIComponent(channel)}/pins`),
    async pin(pin) {
      await post<typeof Done>("/api/pins", pin);
    },
    send: (message) => post<typeof Taken>("/api/messages", message),
    press: (press) => post<typeof Taken>("/api/presses", press),
    choose: (choice) => post<typeof Taken>("/api/actions", choice),
    sendForm: (form) => post<typeof Taken>("/api/forms", form),
    reshape: async (query) => (await post<typeof ReformedView>("/api/forms/reshaped", query)).form,
    suggest: async (query) => (await post<typeof SuggestionsView>("/api/suggestions", query)).suggestions,
    cost: async (query) => (await post<typeof CostView>("/api/costs", query)).cost,
    models: (query) => get<typeof ModelsView>(`/api/models?${new URLSearchParams(query).toString()}`),
    async upload(file, name, by) {
      const form = new FormData();
      form.append("file", file, name);
      const { uploads } = await ask<typeof UploadView>(
        `/api/uploads?${doing(by)}`,
        { method: "POST", body: form },
        UPLOAD_MS,
      );
      const [upload] = uploads;
      if (!upload) throw new ApiError("unknown", "the upload has no id", false);
      return upload.id;
    },
    addChannel: (id, by) => post<typeof ChannelView>("/api/channels", { id, as: by.as, locale: by.locale }),
    renameChannel: (id, name, { as, locale }) =>
      post<typeof ChannelView>(`/api/channels/${encodeURIComponent(id)}`, { name, as, locale }, "PATCH"),
    removeChannel: (id, by) =>
      ask<typeof ChannelView>(`/api/channels/${encodeURIComponent(id)}?${doing(by)}`, { method: "DELETE" }, REQUEST_MS),
    async dismiss(id, as) {
      await ask<typeof Done>(`/api/messages/${encodeURIComponent(id)}?as=${as}`, { method: "DELETE" }, REQUEST_MS);
    },
    async logOut(everywhere) {
      const body = new URLSearchParams(everywhere ? { everywhere: "yes" } : {});
      const response = await options.fetch("/logout", {
        method: "POST",
        body,
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      if (!response.ok) throw new ApiError("unknown", `HTTP ${response.status}`, true);
    },
  };
}

function isErrorView(body: unknown): body is z.output<typeof ErrorView> {
  if (!isRecord(body) || !isRecord(body["error"])) return false;
  const { code, message } = body["error"];
  return typeof code === "string" && typeof message === "string";
}

function doing({ as, locale }: Doing): string {
  return new URLSearchParams({ as, locale }).toString();
}
