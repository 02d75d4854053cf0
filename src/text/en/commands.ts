import { quotaCommandsEn, quotaGroupsEn } from "./quota.ts";
import { keysCommandsEn, keysGroupsEn } from "./keys.ts";
import { policyCommandsEn, policyGroupsEn } from "./policy-commands.ts";
import { personalDataCommandsEn } from "./personal-data.ts";
import { peopleCommandsEn, peopleGroupsEn } from "./people.ts";

/** What each command does, shown where people pick one. Names of several words are written with spaces. */
export const commandsEn = {
  imagine: "Make pictures from a prompt",
  edit: "Change pictures",
  video: "Make a clip from a prompt, pictures, videos and audio",
  models: "Which models you can use here, and their limits",
  jobs: "Your latest requests: list, show or cancel them",
  "easel help": "What Easel can do, and how",
  ...policyCommandsEn,
  ...peopleCommandsEn,
  ...personalDataCommandsEn,
  ...keysCommandsEn,
  ...quotaCommandsEn,
};

/** Words that several commands begin with. */
export const commandGroupsEn = {
  easel: "What Easel can do, and what you may do here",
  ...policyGroupsEn,
  ...peopleGroupsEn,
  ...keysGroupsEn,
  ...quotaGroupsEn,
};
