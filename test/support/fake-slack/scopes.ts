/** Required scopes by method, for those that tests revoke: https://docs.slack.dev/reference/methods */
export const SCOPES: Readonly<Record<string, string>> = {
  "files.info": "files:read",
  "files.getUploadURLExternal": "files:write",
  "files.completeUploadExternal": "files:write",
  "users.info": "users:read",
  "usergroups.list": "usergroups:read",
  "chat.unfurl": "links:write",
};
