import { strangeIn } from "./block-fields.ts";
import type { Block } from "./world.ts";

/**
 * Validates blocks as Slack does: https://docs.slack.dev/reference/block-kit. Returns the problem, or undefined. Knows only the
 * blocks that Easel uses and refuses any other.
 */
export function blocksProblem(blocks: unknown, surface: "message" | "modal" | "home"): string | undefined {
  if (!Array.isArray(blocks)) return "blocks is not a list";
  const max = surface === "message" ? 50 : 100;
  if (blocks.length > max) return `more than ${max} blocks`;
  const ids = new Set<string>();
  const actions = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    const problem = blockProblem(record(block), surface, actions);
    if (problem) return `block ${index}: ${problem}`;
    const id = record(block)["block_id"];
    if (typeof id !== "string") continue;
    if (id.length > 255 || ids.has(id)) return `block ${index}: block_id is too long or not unique`;
    ids.add(id);
  }
  return undefined;
}

function blockProblem(block: Block, surface: string, actions: Set<string>): string | undefined {
  const strange = strangeIn(block);
  if (strange) return strange;
  switch (block["type"]) {
    case "rich_text":
      return richTextProblem(block);
    case "context": {
      const elements = list(block["elements"]);
      if (elements.length < 1 || elements.length > 10) return "context holds 1 to 10 elements";
      return first(elements, (element) => textProblem(element, 3000));
    }
    case "actions": {
      const elements = list(block["elements"]);
      if (elements.length < 1 || elements.length > 25) return "actions holds 1 to 25 elements";
      return first(elements, (element) => {
        if (element["type"] === "conversations_select") return channelsProblem(element, actions);
        return element["type"] === "static_select" ? menuProblem(element, actions) : buttonProblem(element, actions);
      });
    }
    case "image":
      return imageProblem(block);
    case "section": {
      const { accessory } = block;
      return (
        textProblem(block["text"], 3000) ?? (accessory === undefined ? undefined : imageProblem(record(accessory)))
      );
    }
    case "divider":
      return undefined;
    case "input":
      return surface === "modal" ? inputProblem(block) : "input belongs in a modal";
    default:
      return `unsupported type: ${String(block["type"])}`;
  }
}

function richTextProblem(block: Block): string | undefined {
  return first(list(block["elements"]), (section) => {
    const isQuote = section["type"] === "rich_text_quote";
    if (!isQuote && section["type"] !== "rich_text_section") return "unsupported rich text";
    if (list(section["elements"]).length === 0) return "it needs elements";
    return first(list(section["elements"]), (element) => {
      if (element["type"] === "user") return typeof element["user_id"] === "string" ? undefined : "user_id is missing";
      if (element["type"] === "channel")
        return typeof element["channel_id"] === "string" ? undefined : "channel_id is missing";
      if (element["type"] === "date") return dateProblem(element);
      if (element["type"] === "link") {
        if (element["text"] === "") return "must be more than 0 characters";
        return URL.canParse(String(element["url"])) ? undefined : "a link needs its address";
      }
      if (element["type"] !== "text") return "unsupported rich text element";
      if (typeof element["text"] !== "string" || element["text"] === "") return "must be more than 0 characters";
      const strange = Object.keys(record(element["style"] ?? {})).find(
        (key) => !["bold", "code", "italic", "strike"].includes(key),
      );
      return strange && `unsupported style: ${strange}`;
    });
  });
}

const DATE_TOKENS = new Set(["date_num", "date", "date_short", "date_long", "date_pretty", "time", "time_secs", "ago"]);

/** Slack replaces tokens such as `{time}` and refuses unknown ones. */
function dateProblem({ timestamp, format }: Block): string | undefined {
  if (!Number.isInteger(timestamp)) return "timestamp must be an integer";
  const tokens = typeof format === "string" ? [...format.matchAll(/\{([^}]*)\}/g)].map(([, token = ""]) => token) : [];
  return tokens.length > 0 && tokens.every((token) => DATE_TOKENS.has(token)) ? undefined : "invalid date format";
}

function textProblem(given: unknown, max: number, plainOnly = false): string | undefined {
  const { type, text } = record(given);
  if (type !== "plain_text" && (plainOnly || type !== "mrkdwn")) return "invalid text object";
  if (typeof text !== "string" || text.length === 0) return "must be more than 0 characters";
  return text.length > max ? `must be less than ${max + 1} characters` : undefined;
}

/** `pictures.ts` checks the file. */
function imageProblem({ type, alt_text: alt }: Block): string | undefined {
  if (type !== "image") return "unsupported accessory";
  return typeof alt === "string" && alt.length <= 2000 ? undefined : "alt_text is missing or too long";
}

/** Whether an action id is valid, and the first of its kind. */
function isNew(id: unknown, actions: Set<string>): boolean {
  return typeof id === "string" && id.length <= 255 && actions.size < actions.add(id).size;
}

/** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#conversations_select */
function channelsProblem(
  { action_id: id, placeholder, initial_conversation: initial, filter }: Block,
  actions: Set<string>,
): string | undefined {
  if (!isNew(id, actions)) return "action_id is missing, too long or not unique";
  const isConversation = typeof initial === "string" && /^[CGD]/.test(initial);
  if (initial !== undefined && !isConversation) return "initial_conversation is not a conversation";
  const { include } = record(filter);
  const kinds = new Set(["im", "mpim", "private", "public"]);
  const isFilter = Array.isArray(include) && include.length > 0 && include.every((kind) => kinds.has(String(kind)));
  if (filter !== undefined && !isFilter) return "invalid filter";
  return placeholder === undefined ? undefined : textProblem(placeholder, 150, true);
}

/** https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#static_select */
function menuProblem(element: Block, actions: Set<string>): string | undefined {
  const { action_id: id, placeholder } = element;
  if (!isNew(id, actions)) return "action_id is missing, too long or not unique";
  return (placeholder === undefined ? undefined : textProblem(placeholder, 150, true)) ?? optionsProblem(element, 100);
}

function buttonProblem(element: Block, actions: Set<string>): string | undefined {
  if (element["type"] !== "button") return "unsupported action";
  const { action_id: id, value, style, url } = element;
  if (url !== undefined && (textOf(url).length > 3000 || !URL.canParse(textOf(url)))) return "invalid url";
  if (!isNew(id, actions)) return "action_id is missing, too long or not unique";
  if (value !== undefined && (typeof value !== "string" || value.length > 2000)) return "value is too long";
  if (style !== undefined && style !== "primary" && style !== "danger") return "unsupported style";
  return textProblem(element["text"], 75, true) ?? dialogProblem(element["confirm"]);
}

/** The dialog in which Slack asks before it reports a press. */
function dialogProblem(confirm: unknown): string | undefined {
  if (confirm === undefined) return undefined;
  const { title, text, confirm: yes, deny, style } = record(confirm);
  if (style !== undefined && style !== "primary" && style !== "danger") return "unsupported style of a confirmation";
  const wrong =
    textProblem(title, 100, true) ??
    textProblem(text, 300) ??
    textProblem(yes, 30, true) ??
    textProblem(deny, 30, true);
  return wrong && `confirmation: ${wrong}`;
}

function inputProblem(block: Block): string | undefined {
  const element = record(block["element"]);
  const label = textProblem(block["label"], 2000, true);
  if (label) return `label: ${label}`;
  const hint = block["hint"] === undefined ? undefined : textProblem(block["hint"], 2000, true);
  if (hint) return `hint: ${hint}`;
  if (typeof element["action_id"] !== "string") return "action_id is missing";
  const placeholder = element["placeholder"] === undefined ? undefined : textProblem(element["placeholder"], 150, true);
  if (placeholder) return `placeholder: ${placeholder}`;
  switch (element["type"]) {
    case "plain_text_input": {
      const { max_length: max, initial_value: value } = element;
      if (max !== undefined && (typeof max !== "number" || max < 1 || max > 3000)) return "max_length is 1 to 3000";
      if (typeof value === "string" && value.length > (max ?? 3000)) return "initial_value is too long";
      return undefined;
    }
    case "multi_users_select":
      return [element["initial_users"] ?? []].flat().every(isId("UW")) ? undefined : "invalid initial_users";
    case "users_select":
      return [element["initial_user"] ?? "U"].every(isId("UW")) ? undefined : "invalid initial_user";
    case "conversations_select":
      return [element["initial_conversation"] ?? "C"].every(isId("CGD")) ? undefined : "invalid initial_conversation";
    case "static_select":
    case "multi_static_select":
    case "checkboxes":
      return optionsProblem(element, element["type"] === "checkboxes" ? 10 : 100);
    case "file_input": {
      const max = element["max_files"] ?? 10;
      return typeof max === "number" && max >= 1 && max <= 10 ? undefined : "max_files is 1 to 10";
    }
    default:
      return `unsupported element: ${String(element["type"])}`;
  }
}

/** Whether it is an id with one of these first letters. */
function isId(letters: string): (given: unknown) => boolean {
  return (given) => typeof given === "string" && given !== "" && letters.includes(given.charAt(0));
}

/** The options of a menu or of checkboxes, and those that are chosen at first. */
function optionsProblem(element: Block, most: number): string | undefined {
  const options = list(element["options"]);
  if (options.length < 1 || options.length > most) return `options holds 1 to ${most}`;
  const wrong = first(options, ({ text, value }) =>
    typeof value !== "string" || value.length > 150 || value === ""
      ? "option value"
      : textProblem(text, 75, element["type"] !== "checkboxes"),
  );
  if (wrong) return wrong;
  if (new Set(options.map(({ value }) => value)).size < options.length) return "option values must be unique";
  const initial =
    element["initial_option"] === undefined ? list(element["initial_options"] ?? []) : [element["initial_option"]];
  const known = new Set(options.map((option) => JSON.stringify(option)));
  return initial.every((option) => known.has(JSON.stringify(option))) ? undefined : "initial option is not offered";
}

/** Validates a view as Slack does. */
export function viewProblem(view: unknown, surface: "modal" | "home"): string | undefined {
  const { type, title, submit, close, private_metadata: metadata, callback_id: id, blocks } = record(view);
  if (type !== surface) return `type must be ${surface}`;
  if (typeof metadata === "string" && metadata.length > 3000) return "private_metadata is too long";
  if (typeof id === "string" && id.length > 255) return "callback_id is too long";
  if (surface === "modal") {
    const wrong = textProblem(title, 24, true);
    if (wrong) return `title: ${wrong}`;
    for (const label of [submit, close]) {
      const problem = label === undefined ? undefined : textProblem(label, 24, true);
      if (problem) return `label: ${problem}`;
    }
    const hasInput = Array.isArray(blocks) && blocks.some((block) => record(block)["type"] === "input");
    if (hasInput && submit === undefined) return "a view with inputs needs submit";
  }
  if (JSON.stringify(view).length > 250_000) return "view is too large";
  return blocksProblem(blocks, surface);
}

/** A value as text; empty if it has none. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function list(value: unknown): Block[] {
  return Array.isArray(value) ? value.map(record) : [];
}

export function record(value: unknown): Block {
  return typeof value === "object" && value !== null ? (value as Block) : {};
}

function first(elements: readonly Block[], check: (element: Block) => string | undefined): string | undefined {
  for (const element of elements) {
    const problem = check(element);
    if (problem) return problem;
  }
  return undefined;
}
