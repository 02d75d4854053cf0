import type { Kind, RequestOption, TakingCommand, TextOption } from "../../core/request/options/option.ts";
import { ALL_OPTIONS } from "../../core/request/options/option-table.ts";
import type { OptionKey } from "../../text/texts.ts";
import type { OptionSpec } from "./spec.ts";

/** What each command makes; presets exist for both. */
const KINDS: Readonly<Record<TakingCommand, readonly Kind[]>> = {
  imagine: ["image"],
  edit: ["image"],
  video: ["video"],
  "preset save": ["image", "video"],
};

/** A command's request options, in the table's order. Required files come after the other required options. */
export function requestOptions(command: TakingCommand): readonly OptionSpec[] {
  const specs = ALL_OPTIONS.flatMap(([name, option]) => specOf(name, option, command));
  const needsFiles = specs.some(({ type, required }) => type === "attachments" && required);
  const rank = ({ type, required }: OptionSpec): number => {
    const isFile = type === "attachment" || type === "attachments";
    return required && !isFile ? 0 : isFile ? 1 : 2;
  };
  return needsFiles ? specs.toSorted((one, other) => rank(one) - rank(other)) : specs;
}

function specOf(name: OptionKey, option: RequestOption, command: TakingCommand): OptionSpec[] {
  const taking = option.commands[command];
  if (!taking) return [];
  const { required, inline, shown = 1, max } = taking;
  const base = { name, ...(required ? { required } : {}), ...(inline ? { inline } : {}) };
  switch (option.type) {
    case "text": {
      const { several, maxLength } = option;
      const json = option.image?.json?.example;
      const suggestions = knownValues(option, KINDS[command]);
      return [
        {
          ...base,
          type: "text",
          ...(several ? { several } : {}),
          ...(json === undefined ? {} : { json }),
          ...(maxLength === undefined ? {} : { maxLength }),
          ...(suggestions.length === 0 ? {} : { suggestions }),
        },
      ];
    }
    case "number":
      return [{ ...base, type: "number", min: option.min, max: max ?? option.max }];
    case "flag":
      return [{ ...base, type: "flag" }];
    case "attachment":
      return [{ ...base, type: "attachment", accept: option.accept }];
    case "attachments":
      return [{ ...base, type: "attachments", accept: option.accept, shown }];
  }
}

/** Every known value that some model of these kinds takes. */
function knownValues({ known, image, video }: TextOption, kinds: readonly Kind[]): readonly string[] {
  const fields = { image, video };
  return [...new Set(kinds.flatMap((kind) => fields[kind]?.known ?? known?.[kind] ?? []))];
}
