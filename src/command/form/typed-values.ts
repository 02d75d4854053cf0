import type { TypedValues } from "../../core/chat/form.ts";
import { DEFAULT_IMAGE_MODEL, imageModelOf } from "../../core/request/image/image-models.ts";
import { optionNamed } from "../../core/request/options/option-table.ts";
import { fieldLabel } from "../../text/render/describe-option.ts";
import type { OptionKey } from "../../text/texts.ts";
import { chosenImageModel, type Choosing } from "../parse/choices.ts";

/** What can be typed besides an option's choices, by the chosen model's rule. Undefined if only the choices are accepted. */
export function typedValuesOf(name: OptionKey, choosing: Choosing): TypedValues | undefined {
  if (choosing.service === "video") return undefined;
  const { texts } = choosing;
  const model = chosenImageModel(choosing) ?? imageModelOf(DEFAULT_IMAGE_MODEL);
  const field = optionNamed(name)?.image;
  if (!field?.takenBy(model) || field.isOpen?.(model) !== true) return undefined;
  const say = texts.forms.typed;
  const label = say.label(fieldLabel(name, texts));
  return { label, hint: field.onlyCommon?.(model) === true ? say.anything : say.pixels(model.maxEdge) };
}
