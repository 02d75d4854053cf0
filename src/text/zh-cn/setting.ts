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
    emptyLimit: (meaning, min, max) => `${meaning}：${min} 至 ${max}；留空则不设规则`,
  },
};
