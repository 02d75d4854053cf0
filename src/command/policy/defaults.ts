import { refuse } from "../reply.ts";
import { fits } from "../../core/account/policy/glob.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import { codeText } from "../../core/chat/message.ts";
import { SUGGESTION_MS, SUGGESTIONS } from "../../lib/limits.ts";
import { findImageModel, IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { folded } from "../../core/request/given.ts";
import { nearest } from "../../core/request/nearest.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import { actingOf } from "../acting.ts";
import type { Texts } from "../../text/texts.ts";
import { type Command } from "../command.ts";
import { pickField, textField } from "../setting/fields.ts";
import { tellChange } from "./describe.ts";
import { isWord } from "./list.ts";
import { ruleSetting } from "./rule-setting.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target.ts";

/** Makes the command for the models used in a scope when a request names none. */
export function setDefaults(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} defaults`,
      effect: "changes",
      example: exampleFor(target, "--video_model gamma3.0-video-720p"),
      adminOnly: true,
      options: [...targetOptions(target), { name: "image_model", type: "text" }, { name: "video_model", type: "text" }],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    setting: ruleSetting(target, {
      keys: ["imageModel", "videoModel"],
      forms: [
        {
          key: "defaults",
          label: ({ setting }) => setting.change,
          fields: async ({ settings, acting: { organisationId } }, { listVideoModels, texts }) => {
            const signal = AbortSignal.timeout(SUGGESTION_MS);
            const clips = await listVideoModels({ organisationId }, signal).catch(() => undefined);
            return [
              modelField(
                "image_model",
                settings.imageModel,
                IMAGE_MODELS.map(({ name }) => name),
                texts,
              ),
              modelField("video_model", settings.videoModel, clips ?? VIDEO_MODEL_NAMES, texts),
            ];
          },
        },
      ],
      emptied: (names) => Object.fromEntries(names.map((name) => [name, "none"])),
    }),

    async run(invocation, context) {
      const { policies, listVideoModels, texts } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const { organisationId } = acting;
      const clips = (await listVideoModels({ organisationId }, invocation.signal)) ?? VIDEO_MODEL_NAMES;
      const problems: RequestProblem[] = [];
      const read = (option: "image_model" | "video_model"): string | null | undefined => {
        const given = invocation.options[option];
        if (given === undefined) return undefined;
        const name = String(given);
        if (isWord(name, "none")) return null;
        const names = option === "image_model" ? IMAGE_MODELS.map((model) => model.name) : clips;
        const known =
          option === "image_model" ? findImageModel(name)?.name : names.find((one) => folded(one) === folded(name));
        if (known === undefined) {
          const suggestion = nearest(folded(name), names);
          problems.push({ rule: "unknown_model", given: name, allowed: names, suggestion });
        }
        return known;
      };
      const imageModel = read("image_model");
      const videoModel = read("video_model");
      if (problems.length > 0) return refuse(problems);
      const changed = await policies.change(acting, aimed.scope, (before) =>
        withModel(withModel(before, "imageModel", imageModel), "videoModel", videoModel),
      );
      const { models, ...now } = changed.after;
      const strange = [now.imageModel, now.videoModel].filter(
        (name) => name !== undefined && models && !models.some((glob) => fits(glob, name)),
      );
      const more = strange.map((name) => texts.policyAdmin.notTaken(codeText(name ?? "")));
      return tellChange(aimed, changed, { invocation, acting, more }, context);
    },
  };
}

/** Keeps a configured model among the choices even if it is no longer offered. */
function modelField(
  name: "image_model" | "video_model",
  value: string | undefined,
  offered: readonly string[],
  texts: Texts,
): FormField {
  const models = value === undefined || offered.includes(value) ? offered : [value, ...offered];
  const choices = [
    { value: "none", label: texts.settingValue.unset },
    ...models.map((one) => ({ value: one, label: one })),
  ];
  const label = texts.settings[name === "image_model" ? "imageModel" : "videoModel"];
  const field = { name, label, hint: texts.options[name] };
  return choices.length > SUGGESTIONS
    ? textField({ ...field, value })
    : pickField({ ...field, value: value ?? "none", required: true }, choices);
}

/** `null` removes the rule; undefined leaves it unchanged. */
function withModel(
  settings: PolicySettings,
  key: "imageModel" | "videoModel",
  model: string | null | undefined,
): PolicySettings {
  if (model === undefined) return settings;
  const { [key]: _before, ...others } = settings;
  return model === null ? others : { ...others, [key]: model };
}
