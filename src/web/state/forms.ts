import type { FormView, NewForm, ProblemView, Taken } from "../../platforms/console/api/api.ts";
import type { ApiClient } from "./api-client.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";
import { untilTaken } from "./presses.ts";

type Place = Pick<NewForm, "as" | "locale" | "channel">;
export type FormValues = NewForm["values"];

/** A file that was chosen for a field. */
export interface FormFile {
  readonly field: string;
  readonly file: File;
}

/** The form that a person is filling in. */
export interface OpenForm {
  readonly form: FormView;
  readonly place: Place;
  /** Distinguishes it from every other opening. */
  readonly key: string;
  readonly problems: readonly ProblemView[];
  readonly isSending: boolean;
  /** The reason why it could not be sent, as people read it. */
  readonly failure: string | undefined;
}

export interface Forms {
  readonly store: ExternalStore<OpenForm | undefined>;
  /** Shows the form that came with an answer, if one did. */
  readonly took: (taken: Taken, place: Place) => void;
  readonly close: () => void;
  /** The form as it looks with these values. */
  reshape(values: FormValues): Promise<void>;
  send(values: FormValues, files: readonly FormFile[]): Promise<void>;
}

/** Manages the open form. Its content is sent under one id, so that a second attempt is not a second request. */
export function createForms(deps: {
  readonly api: Pick<ApiClient, "sendForm" | "reshape" | "upload">;
  readonly sleep: (ms: number) => Promise<void>;
}): Forms {
  const { api, sleep } = deps;
  const store = createExternalStore<OpenForm | undefined>(undefined);
  let last = { content: "", id: "" };
  const idFor = (key: string, values: FormValues, files: readonly FormFile[]): string => {
    const names = files.map(({ field, file }) => [field, file.name, file.size, file.lastModified]);
    const content = JSON.stringify([key, values, names]);
    if (content !== last.content) last = { content, id: crypto.randomUUID() };
    return last.id;
  };
  /** Changes the form if it is still the same one. */
  const change = (key: string, part: Partial<OpenForm>): void =>
    store.update((before) => (before?.key === key ? { ...before, ...part } : before));

  return {
    store,
    took({ form }, { as, locale, channel }) {
      if (!form) return;
      const place = { as, locale, channel };
      const key = crypto.randomUUID();
      store.update(() => ({ form, place, key, problems: [], isSending: false, failure: undefined }));
    },
    close: () => store.update(() => undefined),
    async reshape(values) {
      const open = store.get();
      if (!open) return;
      // Without an answer, the old choices stay. The answer to the submission reports what does not fit.
      const form = await api.reshape({ ...open.place, form: open.form.id, values }).catch(() => undefined);
      if (form) change(open.key, { form, problems: [] });
    },
    async send(values, files) {
      const open = store.get();
      if (!open || open.isSending) return;
      const { key, place, form } = open;
      change(key, { isSending: true, failure: undefined, problems: [] });
      try {
        const sent: { upload: string; field: string }[] = [];
        for (const { field, file } of files) {
          sent.push({ field, upload: await api.upload(file, file.name, place) });
        }
        const id = idFor(key, values, files);
        const { problems = [] } = await untilTaken(
          () => api.sendForm({ ...place, id, form: form.id, values, files: sent }),
          sleep,
        );
        if (problems.length > 0) change(key, { isSending: false, problems });
        else store.update((before) => (before?.key === key ? undefined : before));
      } catch (error) {
        change(key, { isSending: false, failure: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}
