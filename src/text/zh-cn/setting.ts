import type { Sentences } from "../en/index.ts";
import type { settingEn } from "../en/setting.ts";

/** 设置命令没有给出要更改的内容时的回答。 */
export const settingZhCN: Sentences<typeof settingEn> = {
  setting: {
    pressOrWrite: "要更改，请点下面的按钮，或在命令后写上选项：",
    write: "要更改，请在命令后写上选项：",
    save: "保存",
    change: "更改",
    changeOf: (name) => `更改 ${name}`,
    limits: "更改限制",
    questions: "更改需要确认的情况",
    formTitle: (what) => `${what}的规则`,
    whichGroup: "**是哪个组？**",
    which: "哪一个",
    resetGroup: "重置一个组",
    createGroup: "新建组",
    deleteGroup: "删除一个组",
    addMember: "加入成员",
    removeMember: "移出成员",
    member: "成员",
    disableKey: "停用密钥",
    enableKey: "启用密钥",
    freeKey: "释放密钥的名额",
    removeKey: "移除密钥",
    block: "屏蔽成员",
    unblock: "取消屏蔽",
    quotaOf: (quota) => `更改：${quota}`,
    newQuota: "新建配额",
    grantTo: (quota) => `增加：${quota}`,
    clearQuota: "移除配额",
    refund: "退还一个请求",
    presetForPictures: "新建图片预设",
    presetForClips: "新建视频预设",
    deletePreset: "删除预设",
    emptyLimit: (meaning, min, max) => `${meaning}：${min} 至 ${max}；留空则不设规则`,
  },
};
