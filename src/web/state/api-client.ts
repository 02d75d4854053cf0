import type { z } from "zod/mini";
import {
  ChannelView,
  Done,
  Taken,
  ErrorView,
  StateView,
  ReformedView,
  SuggestionsView,
  UploadView,
  type FormView,
  type NewAction,
  type NewForm,
  type NewMessage,
  type NewPress,
  type ReformQueryView,
  type SuggestionView,
  type SuggestQueryView,
} from "../../platforms/console/api/api.ts";
import { CostView, type CostQueryView } from "../../platforms/console/api/cost.ts";
import { HistoryView } from "../../platforms/console/api/history.ts";
import { ModelsView, type ModelsQueryView } from "../../platforms/console/api/models.ts";
import { LineageView } from "../../platforms/console/api/lineage.ts";
import { PinsView, type NewPin } from "../../platforms/console/api/pins.ts";
import { SearchView, type SearchPlace } from "../../platforms/console/api/search.ts";
import type { MessagePlace } from "../../platforms/console/api/message-link.ts";
import type { PersonId } from "../../platforms/console/api/people.ts";
import type { Locale } from "../../lib/locale.ts";
import { consoleFailureText } from "../../text/render/console/console-failure.ts";

/**
 * Time limit for a request, longer than any real answer takes. The request is then aborted, and messages are sent
 * again.
 */
const REQUEST_MS = 30_000;
/** Time limit for an upload, which may be large on a slow connection. */
const UPLOAD_MS = 30 * 60_000;

/** The server refused, or did not answer. `again` means that the same request may succeed later. */
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

/** What a search is for. */
export interface Searched {
  readonly words: string;
  readonly isStarred: boolean;
}

/** Which page of a channel's history: the one up to a position, from one on, around a moment or a message, or the newest one. */
export interface HistoryPage {
  readonly before?: number;
  readonly after?: number;
  readonly at?: string;
  readonly around?: string;
}

export interface ApiClient {
  state(locale: Locale): Promise<StateView>;
  history(channel: string, as: PersonId, page: HistoryPage): Promise<HistoryView>;
  /** What a file in a message was made from, and what was made from it. */
  lineage(message: Pick<MessagePlace, "id">, file: { readonly id: string }, as: PersonId): Promise<LineageView>;
  /** The channel's results with these words, from a place on. */
  search(channel: string, as: PersonId, what: Searched & Partial<SearchPlace>): Promise<SearchView>;
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

  const ask = async <S extends z.ZodMiniType>(
    schema: S,
    path: string,
    init: RequestInit,
    ms: number,
  ): Promise<z.output<S>> => {
    let response: Response;
    let body: unknown;
    try {
      response = await options.fetch(path, { ...init, signal: AbortSignal.timeout(ms) });
      body = await response.json();
    } catch (error) {
      throw failure("unreachable", error instanceof Error ? error.message : String(error), true);
    }
    if (response.status === 401) options.onLogin();
    if (response.ok) return schema.parse(body);
    const said = ErrorView.safeParse(body);
    // 507: only people can fix a full disk, so they must see it.
    const failed = response.status >= 500 && response.status !== 507;
    const again = failed || response.status === 429 || response.status === 401;
    throw said.success
      ? failure(said.data.error.code, said.data.error.message, again)
      : failure("unknown", `HTTP ${response.status}`, again);
  };
  const get = <S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S>> =>
    ask(schema, path, {}, REQUEST_MS);
  const post = <S extends z.ZodMiniType>(
    schema: S,
    path: string,
    body: unknown,
    method = "POST",
  ): Promise<z.output<S>> =>
    ask(
      schema,
      path,
      { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
      REQUEST_MS,
    );

  return {
    state: (locale) => get(StateView, `/api/state?locale=${locale}`),
    history(channel, as, page) {
      const query = new URLSearchParams({ as });
      for (const [name, value] of Object.entries(page)) query.set(name, String(value));
      return get(HistoryView, `/api/channels/${encodeURIComponent(channel)}/messages?${query.toString()}`);
    },
    lineage: (message, file, as) =>
      get(
        LineageView,
        `/api/messages/${encodeURIComponent(message.id)}/files/${encodeURIComponent(file.id)}/lineage?as=${as}`,
      ),
    search: (channel, as, what) =>
      get(SearchView, `/api/channels/${encodeURIComponent(channel)}/results?${searched(as, what)}`),
    pins: (channel) => get(PinsView, `/api/channels/${encodeURIComponent(channel)}/pins`),
    async pin(pin) {
      await post(Done, "/api/pins", pin);
    },
    send: (message) => post(Taken, "/api/messages", message),
    press: (press) => post(Taken, "/api/presses", press),
    choose: (choice) => post(Taken, "/api/actions", choice),
    sendForm: (form) => post(Taken, "/api/forms", form),
    reshape: async (query) => (await post(ReformedView, "/api/forms/reshaped", query)).form,
    suggest: async (query) => (await post(SuggestionsView, "/api/suggestions", query)).suggestions,
    cost: async (query) => (await post(CostView, "/api/costs", query)).cost,
    models: (query) => get(ModelsView, `/api/models?${new URLSearchParams(query).toString()}`),
    async upload(file, name, by) {
      const form = new FormData();
      form.append("file", file, name);
      const { uploads } = await ask(UploadView, `/api/uploads?${doing(by)}`, { method: "POST", body: form }, UPLOAD_MS);
      const [upload] = uploads;
      if (!upload) throw new ApiError("unknown", "the upload has no id", false);
      return upload.id;
    },
    addChannel: (id, by) => post(ChannelView, "/api/channels", { id, as: by.as, locale: by.locale }),
    renameChannel: (id, name, { as, locale }) =>
      post(ChannelView, `/api/channels/${encodeURIComponent(id)}`, { name, as, locale }, "PATCH"),
    removeChannel: (id, by) =>
      ask(ChannelView, `/api/channels/${encodeURIComponent(id)}?${doing(by)}`, { method: "DELETE" }, REQUEST_MS),
    async dismiss(id, as) {
      await ask(Done, `/api/messages/${encodeURIComponent(id)}?as=${as}`, { method: "DELETE" }, REQUEST_MS);
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

function doing({ as, locale }: Doing): string {
  return new URLSearchParams({ as, locale }).toString();
}

function searched(as: PersonId, { isStarred, ...what }: Searched & Partial<SearchPlace>): string {
  return new URLSearchParams({ as, ...what, ...(isStarred ? { starred: "yes" } : {}) }).toString();
}
