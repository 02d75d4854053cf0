import { quotaCommandsZhCN, quotaGroupsZhCN } from "./quota.ts";
import type { Texts } from "../en/index.ts";
import { keysCommandsZhCN, keysGroupsZhCN } from "./keys.ts";
import { policyCommandsZhCN, policyGroupsZhCN } from "./policy-commands.ts";
import { personalDataCommandsZhCN } from "./personal-data.ts";
import { peopleCommandsZhCN, peopleGroupsZhCN } from "./people.ts";

/** 每个命令的用途。 */
export const commandsZhCN: Texts["commands"] = {
  imagine: "用文字生成图片",
  edit: "修改图片",
  video: "用文字、图片、视频和音频生成视频",
  models: "这里可以使用哪些模型，有哪些限制",
  jobs: "你最近的请求：列出、查看或取消",
  "easel help": "Easel 能做什么，怎么用",
  ...policyCommandsZhCN,
  ...peopleCommandsZhCN,
  ...personalDataCommandsZhCN,
  ...keysCommandsZhCN,
  ...quotaCommandsZhCN,
};

/** 多个命令共有的开头词。 */
export const commandGroupsZhCN: Texts["commandGroups"] = {
  easel: "Easel 能做什么，你在这里可以做什么",
  ...policyGroupsZhCN,
  ...peopleGroupsZhCN,
  ...keysGroupsZhCN,
  ...quotaGroupsZhCN,
};
