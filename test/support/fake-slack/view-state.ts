import { list, record, textOf } from "./blocks.ts";
import type { ViewBody } from "./world.ts";

/** A view's inputs as Slack sends them, by block: the value that was filled in, otherwise the initial one. */
export function stateOf(
  view: ViewBody,
  given: Readonly<Record<string, unknown>>,
): Record<string, Record<string, unknown>> {
  const inputs = view.blocks.filter((block) => block["type"] === "input");
  const fields = inputs.map((block) => fieldAt(String(block["block_id"])));
  const strange = Object.keys(given).find((name) => !fields.includes(name));
  if (strange !== undefined) throw new Error(`the form has no field ${strange}: ${fields.join(", ")}`);
  return Object.fromEntries(
    inputs.map((block, index) => {
      const element = record(block["element"]);
      const value = given[fields[index] ?? ""];
      return [String(block["block_id"]), { [String(element["action_id"])]: inputOf(element, value) }];
    }),
  );
}

/** The name of a block in tests: its field, or `size#typed` for the text field next to a menu. */
function fieldAt(blockId: string): string {
  const [name = "", mark = ""] = blockId.split("#");
  return mark.startsWith("typed-") ? `${name}#typed` : name;
}

/** The choices of a menu with several, which tests write as one text. */
function entriesOf(value: unknown): readonly string[] {
  return textOf(value)
    .split(", ")
    .filter((one) => one !== "");
}

function inputOf(element: Readonly<Record<string, unknown>>, value: unknown): Record<string, unknown> {
  const type = String(element["type"]);
  switch (type) {
    case "plain_text_input":
      // Slack sends null for an empty input, including one that was cleared.
      return { type, value: (value ?? element["initial_value"] ?? "") || null };
    case "users_select":
      return { type, selected_user: (value ?? element["initial_user"] ?? "") || null };
    case "multi_users_select":
      return { type, selected_users: value === undefined ? (element["initial_users"] ?? []) : entriesOf(value) };
    case "conversations_select":
      return { type, selected_conversation: (value ?? element["initial_conversation"] ?? "") || null };
    case "static_select": {
      if (value === "") return { type, selected_option: null };
      const chosen = list(element["options"]).find((option) => option["value"] === value);
      if (value !== undefined && !chosen) throw new Error(`“${textOf(value)}” is not offered`);
      return { type, selected_option: chosen ?? element["initial_option"] ?? null };
    }
    case "multi_static_select": {
      if (value === undefined) return { type, selected_options: element["initial_options"] ?? [] };
      const wanted = entriesOf(value);
      const strange = wanted.find((one) => !list(element["options"]).some((option) => option["value"] === one));
      if (strange !== undefined) throw new Error(`“${strange}” is not offered`);
      return {
        type,
        selected_options: list(element["options"]).filter((option) => wanted.includes(String(option["value"]))),
      };
    }
    case "checkboxes":
      if (value === undefined) return { type, selected_options: element["initial_options"] ?? [] };
      return { type, selected_options: value === true ? list(element["options"]) : [] };
    default:
      return { type, files: value ?? [] };
  }
}

/** The choices in the menus of a view's action blocks, which Slack sends with each press. */
export function menusStateOf({ blocks }: ViewBody): Record<string, Record<string, unknown>> {
  const menus = blocks.flatMap((block) =>
    block["type"] !== "actions" || block["block_id"] === undefined
      ? []
      : list(block["elements"])
          .filter(({ type }) => type === "conversations_select")
          .map((element) => [
            String(block["block_id"]),
            { [String(element["action_id"])]: inputOf(element, undefined) },
          ]),
  );
  return Object.fromEntries(menus);
}
