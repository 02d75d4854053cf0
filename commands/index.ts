import type { Command } from "../src/command/command.ts";
import { easelAdminClaim } from "./easel-admin/claim.ts";
import { groupsAdd } from "./easel-admin/group/add.ts";
import { groupsCreate } from "./easel-admin/group/create.ts";
import { groupsDelete } from "./easel-admin/group/delete.ts";
import { groupsList } from "./easel-admin/group/list.ts";
import { groupsRemove } from "./easel-admin/group/remove.ts";
import { easelAdminJoin } from "./easel-admin/join.ts";
import { quotaClear } from "./easel-admin/quota/clear.ts";
import { quotaGrant } from "./easel-admin/quota/grant.ts";
import { quotaRefund } from "./easel-admin/quota/refund.ts";
import { quotaSet } from "./easel-admin/quota/set.ts";
import { quotaShow } from "./easel-admin/quota/show.ts";
import { adminUsage } from "./easel-admin/usage.ts";
import { easelHelp } from "./easel/help.ts";
import { keysAdd } from "./easel-admin/keys/add.ts";
import { keysAssign } from "./easel-admin/keys/assign.ts";
import { keysCheck } from "./easel-admin/keys/check.ts";
import { keysDisable } from "./easel-admin/keys/disable.ts";
import { keysFree } from "./easel-admin/keys/free.ts";
import { keysEnable } from "./easel-admin/keys/enable.ts";
import { keysList } from "./easel-admin/keys/list.ts";
import { keysRemove } from "./easel-admin/keys/remove.ts";
import { audit } from "./easel-admin/audit.ts";
import { doctor } from "./easel-admin/doctor.ts";
import { keyAdd } from "./easel/key-add.ts";
import { keyList } from "./easel/key-list.ts";
import { keyRemove } from "./easel/key-remove.ts";
import { easelLimits } from "./easel/limits.ts";
import { channelShow } from "./easel-admin/channel/show.ts";
import { channelModels } from "./easel-admin/channel/models.ts";
import { channelDefaults } from "./easel-admin/channel/defaults.ts";
import { channelLimits } from "./easel-admin/channel/limits.ts";
import { channelAccess } from "./easel-admin/channel/access.ts";
import { channelTalk } from "./easel-admin/channel/talk.ts";
import { channelReset } from "./easel-admin/channel/reset.ts";
import { workspaceShow } from "./easel-admin/workspace/show.ts";
import { workspaceModels } from "./easel-admin/workspace/models.ts";
import { workspaceDefaults } from "./easel-admin/workspace/defaults.ts";
import { workspaceLimits } from "./easel-admin/workspace/limits.ts";
import { workspaceAccess } from "./easel-admin/workspace/access.ts";
import { workspaceTalk } from "./easel-admin/workspace/talk.ts";
import { workspaceReset } from "./easel-admin/workspace/reset.ts";
import { workspaceSettings } from "./easel-admin/workspace/settings.ts";
import { organisationShow } from "./easel-admin/organisation/show.ts";
import { organisationModels } from "./easel-admin/organisation/models.ts";
import { organisationDefaults } from "./easel-admin/organisation/defaults.ts";
import { organisationLimits } from "./easel-admin/organisation/limits.ts";
import { organisationAccess } from "./easel-admin/organisation/access.ts";
import { organisationReset } from "./easel-admin/organisation/reset.ts";
import { groupShow } from "./easel-admin/group/show.ts";
import { groupModels } from "./easel-admin/group/models.ts";
import { groupDefaults } from "./easel-admin/group/defaults.ts";
import { groupLimits } from "./easel-admin/group/limits.ts";
import { groupAccess } from "./easel-admin/group/access.ts";
import { groupReset } from "./easel-admin/group/reset.ts";
import { setup } from "./easel-admin/setup.ts";
import { overview } from "./easel-admin/overview.ts";
import { peopleBlock } from "./easel-admin/people/block.ts";
import { peopleUnblock } from "./easel-admin/people/unblock.ts";
import { peopleList } from "./easel-admin/people/list.ts";
import { pause } from "./easel-admin/pause.ts";
import { resume } from "./easel-admin/resume.ts";
import { easelHome } from "./easel/home.ts";
import { easelLink } from "./easel/link.ts";
import { easelUnlink } from "./easel/unlink.ts";
import { easelForget } from "./easel/forget.ts";
import { easelExport } from "./easel/export.ts";
import { edit } from "./edit.ts";
import { imagine } from "./imagine.ts";
import { jobs } from "./jobs.ts";
import { models } from "./models.ts";
import { presetDelete } from "./preset/delete.ts";
import { presetList } from "./preset/list.ts";
import { presetSave } from "./preset/save.ts";
import { usage } from "./usage.ts";
import { video } from "./video.ts";

/** Every command, in the order in which they are listed. */
export const commands: readonly Command[] = [
  imagine,
  edit,
  video,
  jobs,
  models,
  presetList,
  presetSave,
  presetDelete,
  usage,
  easelHelp,
  keyList,
  keyAdd,
  keyRemove,
  keysList,
  keysAdd,
  keysCheck,
  keysAssign,
  keysFree,
  keysDisable,
  keysEnable,
  keysRemove,
  easelHome,
  easelLink,
  easelUnlink,
  easelExport,
  easelForget,
  groupsList,
  groupsCreate,
  groupsDelete,
  groupsAdd,
  groupsRemove,
  audit,
  easelLimits,
  overview,
  setup,
  channelShow,
  channelModels,
  channelDefaults,
  channelLimits,
  channelAccess,
  channelTalk,
  channelReset,
  workspaceShow,
  workspaceModels,
  workspaceDefaults,
  workspaceLimits,
  workspaceAccess,
  workspaceTalk,
  workspaceReset,
  workspaceSettings,
  organisationShow,
  organisationModels,
  organisationDefaults,
  organisationLimits,
  organisationAccess,
  organisationReset,
  groupShow,
  groupModels,
  groupDefaults,
  groupLimits,
  groupAccess,
  groupReset,
  peopleBlock,
  peopleUnblock,
  peopleList,
  pause,
  resume,
  easelAdminJoin,
  easelAdminClaim,
  doctor,
  quotaShow,
  quotaSet,
  quotaGrant,
  quotaClear,
  quotaRefund,
  adminUsage,
];
