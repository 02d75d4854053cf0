import type { FormView, NewForm, ProblemView, Taken } from "../../platforms/console/api/api.ts";
import { consolePageTexts } from "../../text/render/console/console-page.ts";
import type { ApiClient } from "./api-client.ts";
import { createExternalStore, type ExternalStore } from "./external-store.ts";
import { changedIn, choicesIn, isFormValues, reshapes, valuesIn, type FormValues } from "./form-values.ts";
import type { KeptFormFiles, RestoredFiles } from "./draft/kept-form-files.ts";
import { untilTaken } from "./presses.ts";
import { createRecords } from "./records.ts";

type Place = Pick<NewForm, "as" | "locale" | "channel">;

/** A file that was chosen for a field. */
export interface FormFile {
  readonly field: string;
  readonly file: File;
}

/** The values and files that a person has entered into a form. */
export interface FormInput {
  readonly values: FormValues;
  readonly files: Readonly<Record<string, readonly File[]>>;
}

/** The form that a person is filling in. */
export interface OpenForm {
  readonly form: FormView;
  /** The form as it was opened. */
  readonly original: FormView;
  /** What was entered before the form was last closed. */
  readonly input: FormInput | undefined;
  readonly place: Place;
  /** Distinguishes it from every other opening. */
  readonly key: string;
  readonly problems: readonly ProblemView[];
  readonly isSending: boolean;
  /** The reason why it could not be sent, for display. */
  readonly failure: string | undefined;
}

export interface Forms {
  readonly store: ExternalStore<OpenForm | undefined>;
  /** Shows the form that came with an answer, if one did. */
  readonly took: (taken: Taken, place: Place) => void;
  /**
   * Opens a form with these values and with what was entered before, except for the model. Resolves with the reason, for display,
   * if it can't be opened.
   */
  readonly fill: (form: string, values: FormValues, place: Place) => Promise<string | undefined>;
  readonly close: () => void;
  /** Stores the input, except for secrets, for the next time the form is opened. */
  readonly keep: (input: FormInput) => void;
  /** Resets the open form. */
  readonly startOver: () => void;
  /** Forgets the input of all forms, in other tabs too. */
  readonly forgetAll: () => void;
  /** The form as it looks with these values. */
  reshape(values: FormValues): Promise<void>;
  send(values: FormValues, files: readonly FormFile[]): Promise<void>;
}

/** Manages the open form. Its content is sent under one id, so that a second attempt is not a second request. */
export function createForms(deps: {
  readonly api: Pick<ApiClient, "sendForm" | "reshape" | "upload">;
  readonly sleep: (ms: number) => Promise<void>;
  /** Values survive a reload here. */
  readonly storage: Storage;
  readonly files: KeptFormFiles;
}): Forms {
  const { api, sleep, files: fileShelf } = deps;
  const records = createRecords(deps.storage, "easel.form.", isFormValues);
  const inputs = new Map<string, FormInput>(records.load().map(([key, values]) => [key, { values, files: {} }]));
  const store = createExternalStore<OpenForm | undefined>(undefined);
  /** The files that did not survive the reload, by form, until the person has been told. */
  const lost = new Map<string, RestoredFiles["lost"]>();
  let restoring = fileShelf.restored && restore(fileShelf.restored);
  async function restore(reading: NonNullable<KeptFormFiles["restored"]>): Promise<void> {
    for (const [key, { files, lost: gone }] of await reading) {
      inputs.set(key, { values: inputs.get(key)?.values ?? {}, files });
      lost.set(key, gone);
    }
    restoring = undefined;
  }
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

  const keyOf = (form: string, { as, channel }: Place): string => `${as} ${channel} ${form}`;
  const inputKey = ({ place, original }: OpenForm): string => keyOf(original.id, place);
  const forget = (open: OpenForm): void => {
    inputs.delete(inputKey(open));
    fileShelf.save(inputKey(open), {});
    records.drop(inputKey(open));
  };
  const show = (form: FormView, place: Place): OpenForm => {
    const key = keyOf(form.id, place);
    const input = inputs.get(key);
    const open = {
      form,
      original: form,
      place,
      key: crypto.randomUUID(),
      input,
      problems: (lost.get(key) ?? []).map(({ field, name }) => ({
        field,
        text: consolePageTexts(place.locale).fileLost(name),
      })),
      isSending: false,
      failure: undefined,
    };
    if (lost.delete(key)) fileShelf.save(key, input?.files ?? {});
    store.update(() => open);
    return open;
  };
  const reshape = async (values: FormValues, problems: readonly ProblemView[] = []): Promise<void> => {
    const open = store.get();
    if (!open) return;
    // On failure, keep the old choices. The server reports unfit values when the form is submitted.
    const form = await api.reshape({ ...open.place, form: open.form.id, values }).catch(() => undefined);
    if (form) change(open.key, { form, problems });
  };
  const took: Forms["took"] = (taken, place) => {
    const { form } = taken;
    if (!form) return;
    if (restoring) {
      void restoring.then(() => took(taken, place));
      return;
    }
    const { as, locale, channel } = place;
    const { input, problems } = show(form, { as, locale, channel });
    if (input && reshapes(form, input.values)) void reshape({ ...valuesIn(form), ...input.values }, problems);
  };

  return {
    store,
    reshape: (values) => reshape(values),
    took,
    async fill(id, values, place) {
      await restoring;
      const kept = inputs.get(keyOf(id, place));
      const { model: _other, ...entered } = kept?.values ?? {};
      try {
        const form = await api.reshape({ ...place, form: id, values: { ...values, ...entered } });
        if (!form) return consolePageTexts(place.locale).failures.unavailable;
        if (kept) inputs.set(keyOf(id, place), { ...kept, values: { ...entered, ...choicesIn(form) } });
        show(form, place);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    close: () => store.update(() => undefined),
    keep({ values, files }) {
      const open = store.get();
      if (!open) return;
      const changed = changedIn(open.form, open.original, values);
      const hasValues = Object.keys(changed).length > 0;
      if (!hasValues && Object.values(files).every((some) => some.length === 0)) return forget(open);
      inputs.set(inputKey(open), { values: changed, files });
      fileShelf.save(inputKey(open), files);
      if (hasValues) records.save(inputKey(open), changed);
      else records.drop(inputKey(open));
    },
    startOver() {
      const open = store.get();
      if (!open) return;
      forget(open);
      show(open.original, open.place);
    },
    forgetAll() {
      inputs.clear();
      fileShelf.clear();
      records.clear();
      store.update(() => undefined);
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
        else {
          forget(open);
          store.update((before) => (before?.key === key ? undefined : before));
        }
      } catch (error) {
        change(key, { isSending: false, failure: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}
