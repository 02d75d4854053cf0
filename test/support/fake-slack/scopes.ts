/** Required scopes by method, for those that tests revoke: https://docs.slack.dev/reference/methods */
export const SCOPES: Readonly<Record<string, string>> = {
  "files.info": "files:read",
  "files.getUploadURLExternal": "files:write",
  "files.completeUploadExternal": "files:write",
  "users.info": "users:read",
  "usergroups.list": "usergroups:read",
  "chat.unfurl": "links:write",
};

/** A new app's scopes. Slack lists them in a header of each answer: https://docs.slack.dev/authentication/tokens */
export const GRANTED: readonly string[] = [
  ...Object.values(SCOPES),
  "app_mentions:read",
  "commands",
  "chat:write",
  "im:write",
  "links:read",
  ...["channels", "groups", "im", "mpim"].flatMap((kind) => [`${kind}:read`, `${kind}:history`]),
];
