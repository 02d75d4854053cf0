import type { Command } from "../src/command/command.ts";
import { groupsAdd } from "./easel-admin/groups-add.ts";
import { groupsCreate } from "./easel-admin/groups-create.ts";
import { groupsDelete } from "./easel-admin/groups-delete.ts";
import { groupsList } from "./easel-admin/groups-list.ts";
import { groupsRemove } from "./easel-admin/groups-remove.ts";
import { easelHelp } from "./easel/help.ts";
import { edit } from "./edit.ts";
import { imagine } from "./imagine.ts";
import { jobs } from "./jobs.ts";
import { models } from "./models.ts";
import { video } from "./video.ts";

/** Every command there is, in the order in which they are listed to people. */
export const commands: readonly Command[] = [
  imagine,
  edit,
  video,
  jobs,
  models,
  easelHelp,
  groupsList,
  groupsCreate,
  groupsDelete,
  groupsAdd,
  groupsRemove,
];
