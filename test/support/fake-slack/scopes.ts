/** The scope that a method needs, of those that tests take away: https://docs.slack.dev/reference/methods */
export const SCOPES: Readonly<Record<string, string>> = {
  "files.info": "files:read",
  "files.getUploadURLExternal": "files:write",
  "files.completeUploadExternal": "files:write",
  "users.info": "users:read",
  "usergroups.list": "usergroups:read",
};
