import { codeText, shortened } from "../../core/chat/message.ts";
import type { Texts } from "../../text/texts.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { Loaded } from "./form-subject.ts";
import { writtenOptions } from "./typed-line.ts";

/** Longer prompts are cut in the shown line. */
const TYPED_LINE_CHARACTERS = 1_000;

/** How to type the same request, for when the form can't be shown. */
export function typedFormLink(
  { subject, command, original, draft }: Pick<Loaded, "subject" | "command" | "original" | "draft">,
  values: OptionValues,
  { forms }: Pick<Texts, "forms">,
): string {
  if (subject.kind === "result" || subject.kind === "message") {
    return { edit: forms.typeEdit, animate: forms.typeAnimate, reference: forms.typeReference }[subject.act];
  }
  const files = draft?.files ?? original?.batch.request.references ?? [];
  const hasFiles = files.length > 0;
  const name = hasFiles && command.spec.name === "imagine" ? "edit" : command.spec.name;
  const example = forms.example[name === "edit" || name === "video" ? name : "imagine"];
  const line = requestLine(name, { ...values, prompt: values["prompt"] ?? example });
  return hasFiles || name === "edit" ? forms.typeWithFiles(line) : forms.typeLine(line);
}

/** A request as a line to type, for use between backticks. */
export function requestLine(name: string, { prompt, ...options }: OptionValues): string {
  return codeText([`/${name}`, shortened(String(prompt), TYPED_LINE_CHARACTERS), ...writtenOptions(options)].join(" "));
}
