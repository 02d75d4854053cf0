import type { Command } from "../src/command/command.ts";
import { easelHelp } from "./easel/help.ts";
import { edit } from "./edit.ts";
import { imagine } from "./imagine.ts";
import { jobs } from "./jobs.ts";
import { models } from "./models.ts";
import { video } from "./video.ts";

/** Every command there is, in the order in which they are listed to people. */
export const commands: readonly Command[] = [imagine, edit, video, jobs, models, easelHelp];
