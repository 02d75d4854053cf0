import { FakeRefusal } from "./refusal.ts";

/** The known methods and their arguments: https://docs.slack.dev/reference/methods. Refuses any other. */
const METHODS: Readonly<
  Record<string, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  "auth.test": { required: [], optional: [] },
  "apps.connections.open": { required: [], optional: [] },
  "chat.postMessage": {
    required: ["channel"],
    optional: ["text", "blocks", "thread_ts", "metadata", "unfurl_links", "unfurl_media"],
  },
  "chat.postEphemeral": { required: ["channel", "user"], optional: ["text", "blocks", "thread_ts"] },
  "chat.update": { required: ["channel", "ts"], optional: ["text", "blocks", "metadata"] },
  "chat.unfurl": { required: ["unfurls"], optional: ["channel", "ts", "unfurl_id", "source"] },
  "chat.delete": { required: ["channel", "ts"], optional: [] },
  "conversations.info": { required: ["channel"], optional: ["include_locale", "include_num_members"] },
  "conversations.members": { required: ["channel"], optional: ["limit", "cursor"] },
  "conversations.open": { required: [], optional: ["users", "channel"] },
  "conversations.history": {
    required: ["channel"],
    optional: ["latest", "oldest", "inclusive", "limit", "cursor", "include_all_metadata"],
  },
  "conversations.replies": {
    required: ["channel", "ts"],
    optional: ["latest", "oldest", "inclusive", "limit", "cursor", "include_all_metadata"],
  },
  "functions.completeSuccess": { required: ["function_execution_id", "outputs"], optional: [] },
  "functions.completeError": { required: ["function_execution_id", "error"], optional: [] },
  "files.getUploadURLExternal": { required: ["filename", "length"], optional: ["alt_txt", "snippet_type"] },
  "files.completeUploadExternal": {
    required: ["files"],
    optional: ["channel_id", "thread_ts", "initial_comment", "blocks"],
  },
  "files.info": { required: ["file"], optional: ["cursor", "limit", "page", "count"] },
  "files.delete": { required: ["file"], optional: [] },
  "usergroups.list": { required: [], optional: ["include_count", "include_disabled", "include_users"] },
  "users.info": { required: ["user"], optional: ["include_locale"] },
  "views.open": { required: ["trigger_id", "view"], optional: [] },
  "views.update": { required: ["view"], optional: ["view_id", "external_id", "hash"] },
  "views.publish": { required: ["user_id", "view"], optional: ["hash"] },
};

/** Arguments that are JSON within a form. */
const STRUCTURED = new Set(["blocks", "metadata", "files", "view", "unfurls", "outputs"]);

export type Arguments = Readonly<Record<string, unknown>>;

/** Reads a call's arguments; refuses methods and arguments that Slack doesn't have. */
export function readArguments(method: string, form: Readonly<Record<string, unknown>>): Arguments {
  const known = METHODS[method];
  if (!known) throw new FakeRefusal("unknown_method");
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    // The client library adds the workspace.
    if (name === "token" || name === "team_id") continue;
    if (![...known.required, ...known.optional].includes(name)) {
      throw new FakeRefusal("invalid_arguments", `[ERROR] unsupported argument: ${name}`);
    }
    args[name] = STRUCTURED.has(name) ? parsed(name, value) : value;
  }
  for (const name of known.required) {
    if (args[name] === undefined || args[name] === "") {
      throw new FakeRefusal("invalid_arguments", `[ERROR] missing required field: ${name}`);
    }
  }
  return args;
}

function parsed(name: string, value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw new FakeRefusal("invalid_arguments", `[ERROR] must be JSON: ${name}`);
  }
}
