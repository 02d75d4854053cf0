import { answer, refuse } from "../reply.ts";
import { fits } from "../../core/account/policy/glob.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import { codeText } from "../../core/chat/message.ts";
import { SUGGESTION_MS, SUGGESTIONS } from "../../lib/limits.ts";
import { findImageModel, IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { folded } from "../../core/request/read-text.ts";
import { nearest } from "../../core/request/nearest.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { Invocation } from "../invocation.ts";
import type { Texts } from "../../text/texts.ts";
import { type Command, type CommandContext } from "../command.ts";
import { pickField, textField, yesNoField } from "../setting/setting-fields.ts";
import { withRules } from "./access.ts";
import { tellChange } from "./describe-change.ts";
import { isWord } from "./typed-list.ts";
import { ruleSetting, type RuleSetting } from "./rule-setting.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";
import { YES_NO, yesNo } from "./yes-no.ts";

/** Makes the command for the models used in a scope when a request names none. */
export function setDefaults(target: Target): Command {
  // The rules of an organisation and its groups apply on all platforms.
  const hasPreviews = target === "channel" || target === "workspace";
  return {
    spec: {
      name: `easel-admin ${target} defaults`,
      effect: "changes",
      example: exampleFor(target, "--video_model gamma3.0-video-720p"),
      adminOnly: true,
      options: [
        ...targetOptions(target),
        { name: "image_model", type: "text" },
        { name: "video_model", type: "text" },
        ...(hasPreviews
          ? [{ name: "previews", type: "text", inline: true, hidden: true, suggestions: YES_NO } as const]
          : []),
      ],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    setting: ruleSetting(target, {
      keys: ["imageModel", "videoModel"],
      forms: [
        {
          key: "defaults",
          label: ({ setting }) => setting.change,
          fields: ({ settings, acting }, context) => modelFields(settings, acting, context),
        },
      ],
      ...(hasPreviews ? { where: previews } : {}),
      emptied: (names) => Object.fromEntries(names.map((name) => [name, "none"])),
    }),

    async run(invocation, context) {
      const { policies, texts, platform } = context;
      const { noticePictures } = platform.capabilities;
      if (invocation.options["previews"] !== undefined && noticePictures !== "uploaded")
        return answer(noticePictures === "stored" ? texts.policyAdmin.alwaysPreviews : texts.policyAdmin.noPreviews);
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const read = await readDefaults(invocation, acting, context);
      const problems = [...read.problems];
      const shown = yesNo("previews", invocation.options, problems);
      if (problems.length > 0) return refuse(problems);
      const changed = await policies.change(acting, aimed.scope, (before) =>
        withRules(withDefaults(before, read), { previews: shown }),
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

/** Whether notices show pictures, on platforms where a rule decides that. */
const previews: NonNullable<RuleSetting["where"]> = {
  isOffered: ({ noticePictures }) => noticePictures === "uploaded",
  keys: ["previews"],
  form: {
    key: "previews",
    label: ({ policyAdmin }) => policyAdmin.changePreviews,
    fields: ({ settings }, { texts }) => [
      yesNoField({ name: "previews", label: texts.settings.previews }, settings.previews, texts),
    ],
  },
};

/** The default models that a command or a form gives: `null` removes one; undefined leaves it unchanged. */
interface Defaults {
  readonly imageModel: string | null | undefined;
  readonly videoModel: string | null | undefined;
}

/** Reads the options `image_model` and `video_model`. */
export async function readDefaults(
  { options, signal }: Pick<Invocation, "options" | "signal">,
  { organisationId }: Pick<Acting, "organisationId">,
  { listVideoModels }: Pick<CommandContext, "listVideoModels">,
): Promise<Defaults & { readonly problems: readonly RequestProblem[] }> {
  const clips = (await listVideoModels({ organisationId }, signal)) ?? VIDEO_MODEL_NAMES;
  const problems: RequestProblem[] = [];
  const read = (option: "image_model" | "video_model"): string | null | undefined => {
    const given = options[option];
    if (given === undefined) return undefined;
    const name = String(given);
    if (isWord(name, "none")) return null;
    const names = option === "image_model" ? IMAGE_MODELS.map((model) => model.name) : clips;
    const known =
      option === "image_model" ? findImageModel(name)?.name : names.find((one) => folded(one) === folded(name));
    if (known === undefined) {
      const suggestion = nearest(folded(name), names);
      problems.push({ rule: "unknown_model", option, given: name, allowed: names, suggestion });
    }
    return known;
  };
  return { imageModel: read("image_model"), videoModel: read("video_model"), problems };
}

/** Settings with these default models. */
export function withDefaults(settings: PolicySettings, { imageModel, videoModel }: Defaults): PolicySettings {
  return withModel(withModel(settings, "imageModel", imageModel), "videoModel", videoModel);
}

/** The fields `image_model` and `video_model`. `unset`: the labels of the choice without a rule. */
export async function modelFields(
  settings: PolicySettings,
  { organisationId }: Pick<Acting, "organisationId">,
  { listVideoModels, texts }: CommandContext,
  unset = { image: texts.settingValue.unset, video: texts.settingValue.unset },
): Promise<readonly FormField[]> {
  const signal = AbortSignal.timeout(SUGGESTION_MS);
  const clips = await listVideoModels({ organisationId }, signal).catch(() => undefined);
  const pictures = IMAGE_MODELS.map(({ name }) => name);
  return [
    modelField("image_model", settings.imageModel, pictures, unset.image, texts),
    modelField("video_model", settings.videoModel, clips ?? VIDEO_MODEL_NAMES, unset.video, texts),
  ];
}

/** Keeps a configured model among the choices even if it is no longer offered. */
function modelField(
  name: "image_model" | "video_model",
  value: string | undefined,
  offered: readonly string[],
  unset: string,
  texts: Texts,
): FormField {
  const models = value === undefined || offered.includes(value) ? offered : [value, ...offered];
  const choices = [{ value: "none", label: unset }, ...models.map((one) => ({ value: one, label: one }))];
  const label = texts.settings[name === "image_model" ? "imageModel" : "videoModel"];
  return choices.length > SUGGESTIONS
    ? textField({ name, label, hint: texts.options[name], value })
    : pickField({ name, label, hint: texts.fieldHints[name], value: value ?? "none", required: true }, choices);
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
