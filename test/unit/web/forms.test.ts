import { expect, it } from "vitest";
import type { FormView } from "../../../src/platforms/console/api/api.ts";
import { createForms, type Forms } from "../../../src/web/state/forms.ts";
import { consolePageTexts } from "../../../src/text/render/console/console-page.ts";
import { createKeptFormFiles } from "../../../src/web/state/draft/kept-form-files.ts";
import { createBrowserStorage, storedIn } from "../../support/console/browser-storage.ts";
import { createMemoryFiles } from "../../support/console/memory-files.ts";

const place = { as: "member", locale: "en", channel: "general" } as const;
const form: FormView = {
  id: "command:video",
  title: "Make a clip",
  submit: "Go",
  fields: [
    { type: "text", name: "prompt", label: "Prompt" },
    {
      type: "choice",
      name: "model",
      label: "Model",
      value: "one",
      choices: [
        { value: "one", label: "one" },
        { value: "two", label: "two" },
      ],
      reshapes: true,
    },
    { type: "text", name: "key", label: "Key", secret: true },
    { type: "files", name: "image", label: "Pictures", accept: "image", max: 2 },
  ],
};
const file = new File(["a"], "a.png");

function setup(storage = createBrowserStorage(), memory = createMemoryFiles()) {
  const reshaped: unknown[] = [];
  const forms = createForms({
    api: {
      sendForm: async () => ({ done: true }),
      upload: async () => "upload",
      reshape: async (query) => {
        reshaped.push(query.values);
        return form;
      },
    },
    sleep: async () => {},
    storage,
    files: createKeptFormFiles(storage, memory.kept(storage)),
  });
  return { forms, storage, reshaped, memory };
}

const openIt = (forms: Forms): void => forms.took({ done: true, form }, place);
const inputOf = (forms: Forms) => forms.store.get()?.input;

it("keeps what was entered into a closed form, for its own person and channel", () => {
  const { forms, reshaped } = setup();
  openIt(forms);
  expect(inputOf(forms)).toBeUndefined();
  forms.keep({ values: { prompt: "a boat", model: "two" }, files: { image: [file] } });
  forms.close();
  openIt(forms);
  expect(inputOf(forms)).toEqual({ values: { prompt: "a boat", model: "two" }, files: { image: [file] } });
  // The fields are those of the model that was chosen.
  expect(reshaped).toEqual([{ prompt: "a boat", model: "two" }]);
  forms.took({ done: true, form }, { ...place, as: "admin" });
  expect(inputOf(forms)).toBeUndefined();
});

it("keeps values and files across a reload, but no secrets", async () => {
  const { forms, storage, memory } = setup();
  openIt(forms);
  forms.keep({ values: { prompt: "a boat", model: "one", key: "sk-secret" }, files: { image: [file] } });
  await expect.poll(() => memory.ids()).toHaveLength(1);
  const after = setup(storage, memory);
  openIt(after.forms);
  await expect
    .poll(() => inputOf(after.forms))
    .toEqual({ values: { prompt: "a boat" }, files: { image: [expect.any(File)] } });
  expect(inputOf(after.forms)?.files["image"]?.[0]?.name).toBe("a.png");
  expect(JSON.stringify(storedIn(storage))).not.toContain("sk-secret");
  after.forms.startOver();
  await expect.poll(() => [memory.ids(), storedIn(storage)]).toEqual([[], {}]);
});

it("keeps the files of a form across a reload that has only files and secrets", async () => {
  const { forms, storage, memory } = setup();
  openIt(forms);
  forms.keep({ values: { prompt: "a boat" }, files: {} });
  forms.keep({ values: { key: "sk-secret" }, files: { image: [file] } });
  await expect.poll(() => memory.ids()).toHaveLength(1);
  const after = setup(storage, memory);
  expect(await after.forms.fill(form.id, {}, place)).toBeUndefined();
  expect(inputOf(after.forms)).toMatchObject({ files: { image: [{ name: "a.png" }] } });
});

it("names the files that could not be kept, at their fields and once", async () => {
  const { forms, storage, memory } = setup();
  openIt(forms);
  forms.keep({ values: { model: "two" }, files: { image: [file] } });
  await expect.poll(() => memory.ids()).toHaveLength(1);
  memory.block();
  const { forms: after, reshaped } = setup(storage, memory);
  openIt(after);
  await expect.poll(() => reshaped).toHaveLength(1);
  const problems = () => after.store.get()?.problems;
  expect(problems()).toEqual([{ field: "image", text: "a.png has to be attached again." }]);
  after.close();
  openIt(after);
  expect(problems()).toEqual([]);
});

it.each([
  ["when it starts over", async (forms: Forms) => forms.startOver()],
  ["once it is sent", async (forms: Forms) => forms.send({ prompt: "a boat" }, [])],
  ["after a log-out", async (forms: Forms) => forms.forgetAll()],
])("forgets it %s", async (_when, forget) => {
  const { forms, storage } = setup();
  openIt(forms);
  forms.keep({ values: { prompt: "a boat" }, files: {} });
  forms.close();
  openIt(forms);
  await forget(forms);
  expect(storedIn(storage)).toEqual({});
  openIt(forms);
  expect(inputOf(forms)).toBeUndefined();
});

it("opens a form with a model to try, and keeps what was entered before, except for the model", async () => {
  const { forms, reshaped } = setup();
  const trial = { model: "one", prompt: "a lighthouse" };
  expect(await forms.fill(form.id, trial, place)).toBeUndefined();
  expect(reshaped).toEqual([trial]);
  expect(forms.store.get()?.form).toEqual(form);
  expect(inputOf(forms)).toBeUndefined();
  forms.keep({ values: { prompt: "a boat", model: "two" }, files: { image: [file] } });
  forms.close();
  await forms.fill(form.id, trial, place);
  expect(reshaped.at(-1)).toEqual({ model: "one", prompt: "a boat" });
  expect(inputOf(forms)).toEqual({ values: { prompt: "a boat", model: "one" }, files: { image: [file] } });
});

it("says why a form could not be opened", async () => {
  const storage = createBrowserStorage();
  const answers = [Promise.reject(new Error("no network")), Promise.resolve(undefined)];
  const forms = createForms({
    api: {
      sendForm: async () => ({ done: true }),
      upload: async () => "upload",
      reshape: async () => answers.shift(),
    },
    sleep: async () => {},
    storage,
    files: createKeptFormFiles(storage, createMemoryFiles().kept(storage)),
  });
  expect(await forms.fill(form.id, {}, place)).toBe("no network");
  expect(await forms.fill(form.id, {}, place)).toBe(consolePageTexts("en").failures.unavailable);
  expect(forms.store.get()).toBeUndefined();
});
