import { quotaCommandsZhCN, quotaGroupsZhCN, quotaOptionsZhCN } from "./quota-zh-cn.ts";
import type { Texts } from "./en.ts";
import { keysCommandsZhCN, keysGroupsZhCN, keysOptionsZhCN } from "./keys-zh-cn.ts";
import { policyCommandsZhCN, policyGroupsZhCN, policyOptionsZhCN } from "./policy-commands-zh-cn.ts";
import { peopleCommandsZhCN, peopleGroupsZhCN, peopleOptionsZhCN } from "./people-zh-cn.ts";

/** 每个命令的用途。 */
export const commandsZhCN: Texts["commands"] = {
  imagine: "用文字生成图片",
  edit: "修改图片",
  video: "用文字、图片、视频和声音生成视频",
  models: "这里能生成什么，有哪些限制",
  jobs: "你最近的图片和视频，以及进行中的任务",
  "easel help": "Easel 能做什么，怎么用",
  ...policyCommandsZhCN,
  ...peopleCommandsZhCN,
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

/** 每个选项的用途。 */
export const optionsZhCN: Texts["options"] = {
  prompt: "画面内容",
  model: "使用哪个模型",
  size: "auto、1K、2K、4K，或像素尺寸，如 1024x768",
  aspect_ratio: "画面比例，如 16:9",
  quality: "精细程度；越高越慢",
  count: "生成几张",
  format: "文件类型",
  background: "图片背景",
  image: "参考图片：附带，或写 `--image` 和链接",
  clip: "参考视频：附带，或写 `--clip` 和链接",
  audio: "参考音频（MP3）：附带，或写 `--audio` 和链接",
  mask: "附带的 PNG，透明部分会被修改：写序号、名称或链接",
  seconds: "视频时长（秒）",
  duration: "seconds 的另一个名称",
  resolution: "清晰度，如 720p",
  first_frame: "作为首帧的图片：写附件的序号、名称，或链接",
  last_frame: "作为末帧的图片：写附件的序号、名称，或链接",
  from: "消息链接：以这些消息中的图片、视频和音频为参考",
  face: "预处理人脸图片；不保证每张都被接受",
  action: "list（列出）、show（查看）或 cancel（取消）",
  job: "哪个请求：列表中显示的短名称",
  topic: "想了解哪个命令，如 imagine",
  ...policyOptionsZhCN,
  ...peopleOptionsZhCN,
  ...keysOptionsZhCN,
  ...quotaOptionsZhCN,
};
