import type { Command } from "../src/command/command.ts";
import { groupsAdd } from "./easel-admin/groups-add.ts";
import { groupsCreate } from "./easel-admin/groups-create.ts";
import { groupsDelete } from "./easel-admin/groups-delete.ts";
import { groupsList } from "./easel-admin/groups-list.ts";
import { groupsRemove } from "./easel-admin/groups-remove.ts";
import { quotaClear } from "./easel-admin/quota-clear.ts";
import { quotaGrant } from "./easel-admin/quota-grant.ts";
import { quotaRefund } from "./easel-admin/quota-refund.ts";
import { quotaSet } from "./easel-admin/quota-set.ts";
import { quotaShow } from "./easel-admin/quota-show.ts";
import { adminUsage } from "./easel-admin/usage.ts";
import { easelHelp } from "./easel/help.ts";
import { keysAdd } from "./easel-admin/keys-add.ts";
import { keysAssign } from "./easel-admin/keys-assign.ts";
import { keysCheck } from "./easel-admin/keys-check.ts";
import { keysDisable } from "./easel-admin/keys-disable.ts";
import { keysEnable } from "./easel-admin/keys-enable.ts";
import { keysList } from "./easel-admin/keys-list.ts";
import { keysRemove } from "./easel-admin/keys-remove.ts";
import { keyAdd } from "./easel/key-add.ts";
import { keyList } from "./easel/key-list.ts";
import { keyRemove } from "./easel/key-remove.ts";
import { edit } from "./edit.ts";
import { imagine } from "./imagine.ts";
import { jobs } from "./jobs.ts";
import { models } from "./models.ts";
import { usage } from "./usage.ts";
import { video } from "./video.ts";

/** Every command there is, in the order in which they are listed to people. */
export const commands: readonly Command[] = [
  imagine,
  edit,
  video,
  jobs,
  models,
  usage,
  easelHelp,
  keyList,
  keyAdd,
  keyRemove,
  keysList,
  keysAdd,
  keysCheck,
  keysAssign,
  keysDisable,
  keysEnable,
  keysRemove,
  groupsList,
  groupsCreate,
  groupsDelete,
  groupsAdd,
  groupsRemove,
  quotaShow,
  quotaSet,
  quotaGrant,
  quotaClear,
  quotaRefund,
  adminUsage,
];
