import type { OptionName } from "../../core/request/options/table.ts";
import type { commandGroupsEn, commandsEn } from "./commands.ts";

/**
 * What each option is for, in English. Each fits the 100 characters of a description on Discord. Those of `/easel-admin` are
 * shorter, because Discord accepts only 8,000 characters for all of them together.
 */
export const optionsEn = {
  prompt: "What the picture should show",
  model: "The model to use",
  size: "auto, 1K, 2K, 4K, or pixels such as 1024x768",
  aspect_ratio: "Aspect ratio of the picture, such as 16:9",
  quality: "auto, low, medium, high; some models also xhigh and max. Higher takes longer",
  count: "How many pictures to make",
  format: "File type: png, jpeg or webp",
  background: "Background: auto, transparent or opaque",
  moderation: "How strictly content is checked: auto or low",
  generation_config: 'Generation settings of the model, as JSON such as {"temperature": 0.5}',
  system_instruction: "Instructions that the model should always follow, as text or JSON",
  safety_settings: "Safety settings of the model, as JSON",
  image: "A reference picture",
  video: "A reference video",
  audio: "Reference audio, as MP3",
  mask: "A PNG whose transparent areas mark what should change",
  seconds: "Length of the clip in seconds",
  duration: "Another name for seconds",
  resolution: "Resolution of the clip, such as 720p",
  first_frame: "The picture that the clip starts with",
  last_frame: "The picture that the clip ends with",
  from: "Links to messages whose files to use as references",
  face: "Prepare reference pictures of faces; not every face is accepted",
  private: "Send the result to your direct messages only",
  preset: "Use the options saved under this name",
  native: "More fields for the model, as JSON",
  action: "list, show or cancel",
  job: "Which request: its short name in the list",
  topic: "The command to explain, such as imagine",
  for_channel: "Save it for everyone in this channel (admins only)",
  code: "The code from the other platform; leave it out to get one",
  workspace: "The server that your direct messages belong to",
  organisation: "Organisation to join; without it, a new one",
  group: "Which group",
  person: "Which person",
  role: "Which role or user group",
  key: "Name of the key",
  secret: "Never type a key: the form asks for it",
  to: "everyone, workspace, a group, or @member",
  jobs_at_once: "Most pictures, and most clips, at once",
  pictures_at_once: "Most pictures with this key at once",
  clips_at_once: "Most clips with this key at once",
  who: "Whose actions: a member, or part of a name",
  what: "Which actions, such as key or policy.set",
  since: "Since when: 24h, 7d, or 2026-11-01",
  before: "Only entries older than this number",
  csv: "Get all entries as a file",
  allow: "Names or patterns (*-720p), or all",
  image_model: "Default model for pictures, or none",
  video_model: "Default model for clips, or none",
  max_seconds: "Longest clip, in billed seconds",
  max_count: "Most pictures per request",
  at_once: "Most jobs per member at once",
  waiting: "Most jobs per member waiting",
  uploads: "Most unsent uploads per member, in MiB",
  channels: "Most Console channels per member",
  confirm_seconds: "Longer clips need the member's yes",
  approve_seconds: "Longer clips need an admin's yes",
  approve_count: "More pictures need an admin's yes",
  clear: "Limits to remove, or all",
  only: "Who may: groups, roles, people; or all",
  block: "Who may not, or none",
  words: "Blocked words, with commas; or none",
  guests: "May guests use it: yes or no",
  own_keys: "Own keys allowed: yes or no",
  time_zone: "Time zone, such as Europe/Berlin",
  admin_channel: "Where admins are asked: here or off",
  mode: "ask, make, or none (the wider scope decides)",
  unit: "images, or seconds (of clips)",
  span: "day, week or month",
  amount: "How much",
  scope: "organisation, workspace, channel or direct",
  channel: "Whose quota: a channel",
  by: "Group by member, channel or model",
  // An option of the table without a text is an error here, in the file to edit.
} satisfies Readonly<Record<OptionName, string>> & Readonly<Record<string, string>>;

/**
 * Options that mean something else in some commands: by the command's name, or by the first words of several commands. A
 * longer name takes precedence over a shorter one.
 */
export const optionsInEn = {
  imagine: { image: "A picture to edit, or to use as a reference" },
  edit: {
    prompt: "What should change in the picture",
    image: "A picture to edit",
    count: "How many versions to make",
  },
  video: {
    prompt: "What should happen in the clip",
    aspect_ratio: "Aspect ratio of the clip, such as 16:9",
  },
  jobs: { scope: "Whose requests: own, channel, or all (admins only)" },
  "preset save": {
    preset: "Name of the preset",
    model: "The model that the preset uses",
    aspect_ratio: "Aspect ratio of the picture or clip, such as 16:9",
  },
  "preset delete": {
    preset: "The preset to delete",
    for_channel: "Delete this channel's preset (admins only)",
  },
  "easel key remove": { key: "Name of your key" },
  "easel-admin keys check": { key: "Name of the key; without it, all keys" },
  "easel-admin groups create": { group: "Name of the new group" },
  "easel-admin groups delete": { group: "The group to delete" },
  "easel-admin groups add": {
    group: "The group to add to",
    person: "The person to add",
    role: "The role or user group to add",
  },
  "easel-admin groups remove": {
    group: "The group to remove from",
    person: "The person to remove",
    role: "The role or user group to remove",
  },
  "easel-admin people block": { person: "The person to block" },
  "easel-admin people unblock": { person: "The person to unblock" },
  "easel-admin pause": {
    scope: "What to pause: channel, workspace, organisation",
    key: "The key to pause instead",
  },
  "easel-admin resume": {
    scope: "What to resume: channel, workspace, organisation",
    key: "The key to resume instead",
  },
  "easel-admin join": { code: "The other workspace's code; leave it out to get one" },
  "easel-admin claim": {
    code: "The operator's code, or the organisation's",
  },
  "easel-admin quota": {
    group: "Whose quota: a group",
    person: "Whose quota: a person",
    key: "Whose quota: a key",
  },
  "easel-admin quota set": { amount: "The new amount" },
  "easel-admin quota grant": { amount: "How much to add" },
  "easel-admin quota refund": { job: "Which request; without it, list them" },
} satisfies Partial<
  Record<keyof typeof commandsEn | keyof typeof commandGroupsEn, Partial<Record<keyof typeof optionsEn, string>>>
>;
