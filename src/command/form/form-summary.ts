import type { FormAbout } from "../../core/chat/form.ts";
import { shortened, shownText } from "../../core/chat/message.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import type { Texts } from "../../text/texts.ts";
import { postedPicture } from "../../worker/delivery/result/posted-picture.ts";
import type { Source } from "../files/sources.ts";
import type { Loaded } from "./form-subject.ts";

/** Enough to recognise it. */
const SHOWN_CHARACTERS = 200;

/** The picture that a form works from; empty if it works from none. */
export function formSummary(
  { subject, sources, needsChoice, view }: Pick<Loaded, "subject" | "sources" | "needsChoice" | "view">,
  { forms: say }: Texts,
): { readonly about?: FormAbout } {
  const [first, ...others] = sources;
  if (!first) return {};
  if (subject.kind === "message") {
    const text = others.length === 0 ? say.about.file(onOneLine(first.file.name)) : say.about.files(sources.length);
    return { about: { text } };
  }
  if (subject.kind !== "result" || !view) return {};
  const prompt = onOneLine(view.batch.request.prompt);
  if (needsChoice) return { about: { text: say.about.several(sources.length, prompt) } };
  // Number 0 is the picture that an edit started from.
  if (subject.number === 0) return { about: { text: say.about.previous(prompt) } };
  const picture = pictureOf(first, view);
  const text = view.jobs.length === 1 ? say.about.only(first.kind, prompt) : say.about.one(first.number, prompt);
  return { about: { text, ...(picture ? { picture } : {}) } };
}

function pictureOf({ number, kind }: Source, view: BatchView): FormAbout["picture"] {
  const job = view.jobs.find(({ ordinal }) => ordinal === number);
  return job && kind === "image" ? postedPicture(view, job) : undefined;
}

function onOneLine(text: string): string {
  return shortened(shownText(text).replaceAll(/\s+/g, " ").trim(), SHOWN_CHARACTERS);
}
