import { quotaCommandsEn, quotaGroupsEn, quotaOptionsEn } from "./quota-en.ts";
import { keysCommandsEn, keysGroupsEn, keysOptionsEn } from "./keys-en.ts";
import { policyCommandsEn, policyGroupsEn, policyOptionsEn } from "./policy-commands-en.ts";
import { peopleCommandsEn, peopleGroupsEn, peopleOptionsEn } from "./people-en.ts";

/** What each command does, as people see it where they pick one; names of several words are written with spaces. */
export const commandsEn = {
  imagine: "Make pictures from words",
  edit: "Change pictures",
  video: "Make a clip from words, pictures, clips and sounds",
  models: "What can be made here, and within which limits",
  jobs: "Your latest pictures and clips, and what is under way",
  "easel help": "What Easel can do, and how",
  ...policyCommandsEn,
  ...peopleCommandsEn,
  ...keysCommandsEn,
  ...quotaCommandsEn,
};

/** The first words of several commands. */
export const commandGroupsEn = {
  easel: "What Easel can do, and what you may do here",
  ...policyGroupsEn,
  ...peopleGroupsEn,
  ...keysGroupsEn,
  ...quotaGroupsEn,
};

/** What each option is for. */
export const optionsEn = {
  prompt: "What the picture should show",
  model: "Which model makes it",
  size: "auto, 1K, 2K, 4K, or pixels such as 1024x768",
  aspect_ratio: "The shape of the picture, such as 16:9",
  quality: "How much care the model takes; higher is slower",
  count: "How many pictures",
  format: "The type of file",
  background: "The background of the picture",
  image: "A picture to go by; attached, or `--image` and a link",
  clip: "A clip to go by; attached, or `--clip` and a link",
  audio: "A sound to go by, as MP3; attached, or `--audio` and a link",
  mask: "The attached PNG whose transparent areas are to change: its number, name or link",
  seconds: "How many seconds the clip lasts",
  duration: "Another name for seconds",
  resolution: "How sharp the clip is, such as 720p",
  first_frame: "The attached picture the clip begins with: its number, name or link",
  last_frame: "The attached picture the clip ends with: its number, name or link",
  from: "Links to messages whose pictures, clips and sounds to go by",
  face: "Prepare pictures of faces; not every face is accepted",
  action: "list, show or cancel",
  job: "Which request: the short name that the list shows",
  topic: "Which command to tell of, such as imagine",
  ...policyOptionsEn,
  ...peopleOptionsEn,
  ...keysOptionsEn,
  ...quotaOptionsEn,
};
