import type { CommandKey, OptionKey } from "../texts.ts";

type Words<Name extends string> = Name extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Name;

/** What the words of commands and the names of options mean in Chinese. */
const NAMES: Readonly<Record<Words<CommandKey> | OptionKey, string>> = {
  imagine: "生成图片",
  edit: "修改图片",
  video: "生成视频",
  models: "模型",
  jobs: "任务",
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
  pause: "暂停",
  resume: "恢复",
  link: "关联",
  preset: "预设",
  save: "保存",
  delete: "删除",
  home: "所属",
  unlink: "取消关联",
  claim: "启用",
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
  prompt: "画面",
  model: "模型",
  size: "尺寸",
  aspect_ratio: "比例",
  quality: "精细度",
  count: "张数",
  format: "格式",
  background: "背景",
  image: "图片",
  audio: "音频",
  mask: "遮罩",
  seconds: "秒数",
  duration: "时长",
  resolution: "清晰度",
  first_frame: "首帧",
  last_frame: "末帧",
  from: "来源",
  face: "人脸",
  action: "操作",
  job: "任务",
  topic: "主题",
  allow: "允许",
  image_model: "图片模型",
  video_model: "视频模型",
  max_seconds: "最长秒数",
  max_count: "最多张数",
  at_once: "同时",
  waiting: "等待",
  confirm_seconds: "确认秒数",
  approve_seconds: "审批秒数",
  approve_count: "审批张数",
  only: "仅限",
  words: "词语",
  guests: "访客",
  own_keys: "自有密钥",
  time_zone: "时区",
  admin_channel: "管理频道",
  mode: "方式",
  scope: "范围",
  private: "私密",
  native: "扩展",
  for_channel: "供频道",
  code: "代码",
  person: "成员",
  role: "角色",
  to: "给谁",
  jobs_at_once: "同时任务",
  pictures_at_once: "同时图片",
  clips_at_once: "同时视频",
  secret: "密钥",
  who: "谁",
  what: "什么",
  since: "起始",
  before: "早于",
  csv: "表格",
  unit: "单位",
  span: "周期",
  amount: "数量",
  by: "按",
};

/** Options that mean something else than the command of the same name. */
const OPTIONS: Partial<Readonly<Record<OptionKey, string>>> = {
  video: "视频",
};

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));
const NAMED_OPTIONS: ReadonlyMap<string, string> = new Map(Object.entries({ ...NAMES, ...OPTIONS }));

/**
 * What a word of a command means in Chinese, for platforms that show names in the reader's language; undefined for any other
 * word. It follows the name itself, which is typed and which all sentences use.
 */
export function nameInChinese(name: string): string | undefined {
  return NAMED.get(name);
}

/** The same for the name of an option. */
export function optionInChinese(name: string): string | undefined {
  return NAMED_OPTIONS.get(name);
}
