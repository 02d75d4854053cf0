import type { CommandKey, OptionKey } from "../texts.ts";
import { optionNamesZhCN } from "./options.ts";

type Words<Name extends string> = Name extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Name;

/** The words of commands and the names of options, in Chinese. */
const NAMES: Readonly<Record<Words<CommandKey> | OptionKey, string>> = {
  imagine: "生成图片",
  edit: "修改图片",
  video: "生成视频",
  models: "模型",
  jobs: "请求",
  easel: "助手",
  help: "帮助",
  limits: "限制",
  "easel-admin": "管理",
  channel: "频道",
  show: "查看",
  defaults: "默认",
  access: "权限",
  talk: "对话",
  reset: "重置",
  workspace: "工作区",
  settings: "设置",
  organisation: "组织",
  group: "组",
  people: "成员",
  block: "屏蔽",
  unblock: "解除屏蔽",
  list: "列表",
  overview: "总览",
  setup: "初始设置",
  pause: "暂停",
  resume: "恢复",
  link: "关联",
  preset: "预设",
  save: "保存",
  delete: "删除",
  home: "所属",
  unlink: "取消关联",
  claim: "启用",
  export: "导出",
  forget: "清除",
  join: "合并",
  groups: "组",
  create: "创建",
  add: "添加",
  remove: "移除",
  key: "密钥",
  keys: "密钥",
  check: "检查",
  assign: "分配",
  free: "释放",
  disable: "停用",
  enable: "启用",
  audit: "审计",
  doctor: "诊断",
  usage: "用量",
  quota: "配额",
  set: "设定",
  grant: "追加",
  clear: "取消",
  refund: "退还",
  ...optionNamesZhCN,
};

/** Options that differ from the command of the same name. */
const OPTIONS: Partial<Readonly<Record<OptionKey, string>>> = {
  video: "视频",
};

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));
const NAMED_OPTIONS: ReadonlyMap<string, string> = new Map(Object.entries({ ...NAMES, ...OPTIONS }));

/**
 * The Chinese for a word of a command, for platforms that show names in the reader's language; undefined for any other word. It
 * follows the name itself, which people type and which all sentences use.
 */
export function nameInChinese(name: string): string | undefined {
  return NAMED.get(name);
}

/** The same for the name of an option. */
export function optionInChinese(name: string): string | undefined {
  return NAMED_OPTIONS.get(name);
}
