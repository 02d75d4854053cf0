/** The fields of each block and element that Slack knows. It refuses others: "invalid additional property". */
const FIELDS: Readonly<Record<string, string>> = {
  rich_text: "elements",
  rich_text_section: "elements",
  rich_text_quote: "elements border",
  user: "user_id style",
  channel: "channel_id style",
  date: "timestamp format url fallback style",
  link: "url text unsafe style",
  text: "text style",
  context: "elements",
  actions: "elements",
  image: "alt_text image_url slack_file title",
  section: "text fields accessory expand",
  divider: "",
  input: "label element dispatch_action hint optional",
  plain_text: "text emoji",
  mrkdwn: "text verbatim",
  button: "text action_id url value style confirm accessibility_label",
  plain_text_input:
    "action_id initial_value multiline min_length max_length dispatch_action_config focus_on_load placeholder",
  users_select: "action_id initial_user confirm focus_on_load placeholder",
  multi_users_select: "action_id initial_users confirm max_selected_items focus_on_load placeholder",
  conversations_select:
    "action_id initial_conversation default_to_current_conversation confirm response_url_enabled filter focus_on_load placeholder",
  static_select: "action_id options option_groups initial_option confirm focus_on_load placeholder",
  multi_static_select:
    "action_id options option_groups initial_options confirm max_selected_items focus_on_load placeholder",
  checkboxes: "action_id options initial_options confirm focus_on_load",
  file_input: "action_id filetypes max_files",
};

/** A field that Slack doesn't know, or a text that can't be encoded, in blocks or anything inside them. */
export function strangeIn(value: unknown): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : "half a character";
  if (Array.isArray(value)) return value.map(strangeIn).find((problem) => problem !== undefined);
  if (typeof value !== "object" || value === null) return undefined;
  const { type } = value as { readonly type?: unknown };
  const known = typeof type === "string" ? FIELDS[type] : undefined;
  const unknown =
    known === undefined
      ? undefined
      : Object.keys(value).find((key) => !["type", "block_id", ...known.split(" ")].includes(key));
  if (unknown !== undefined) return `invalid additional property: ${unknown}`;
  return strangeIn(Object.values(value));
}

/** The characters of all texts in blocks. */
export function charactersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + charactersIn(one), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === "text" && typeof inner === "string" ? inner.length : charactersIn(inner)),
    0,
  );
}
