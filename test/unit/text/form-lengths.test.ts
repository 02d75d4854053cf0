import { expect, it } from "vitest";
import { SLACK_TITLE_CHARACTERS } from "../../../src/platforms/slack/post/form-view.ts";
import { DISCORD_FORM_LABEL_CHARACTERS } from "../../../src/platforms/discord/limits.ts";
import { en } from "../../../src/text/en/index.ts";
import { zhCN } from "../../../src/text/zh-cn/index.ts";
import type { Texts } from "../../../src/text/texts.ts";

const LANGUAGES: readonly (readonly [string, Texts])[] = [
  ["English", en],
  ["Chinese", zhCN],
];

it.each(LANGUAGES)("the titles of forms fit every platform in %s", (_language, texts) => {
  const { setting: say, forms, keys, setup, workspaceSettings, approval, ruler } = texts;
  const titles = [
    ...Object.values(forms.title),
    ...[ruler.channel, ruler.workspace, ruler.organisation, ruler.direct].map((what) => say.formTitle(what)),
    say.changeQuota,
    say.grantMore,
    say.newQuota,
    say.clearQuota,
    say.refund,
    say.createGroup,
    say.deleteGroup,
    say.resetGroup,
    say.addMember,
    say.removeMember,
    say.disableKey,
    say.enableKey,
    say.freeKey,
    say.removeKey,
    say.block,
    say.unblock,
    say.deletePreset,
    keys.form.title,
    setup.formTitle,
    workspaceSettings.formTitle,
    approval.declineForm.title,
  ];
  expect(titles.filter((title) => title.length > SLACK_TITLE_CHARACTERS)).toEqual([]);
});

it.each(LANGUAGES)("the form for rules has the same title as their list in %s", (_language, texts) => {
  expect(texts.policyAdmin.title("x")).toBe(`**${texts.setting.formTitle("x")}**`);
});

it.each(LANGUAGES)("the labels of fields for rules fit every platform in %s", (_language, texts) => {
  const labels = Object.values(texts.settings);
  expect(labels.filter((label) => label.length > DISCORD_FORM_LABEL_CHARACTERS)).toEqual([]);
});
