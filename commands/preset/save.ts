import type { Invocation } from "../../src/command/invocation.ts";
import { answer, refuse, type Reply } from "../../src/command/reply.ts";
import { narrowed } from "../../src/core/account/policy/narrowed.ts";
import { allowedModelsOf, type AllowedModels } from "../../src/core/account/policy/allowed-models.ts";
import { videoKeysOf } from "../../src/core/account/policy/model-list.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import type { OptionValues } from "../../src/command/parse/parse.ts";
import { requestOptions } from "../../src/command/parse/request-options.ts";
import { notAdminText } from "../../src/command/admin/not-admin.ts";
import { presetToSave } from "../../src/command/admin/preset-settings.ts";
import { presetScopes } from "../../src/command/admin/presets.ts";
import { MAX_PRESETS, PRESET_NAME_CHARACTERS } from "../../src/lib/limits.ts";
import { typedName } from "../../src/text/render/shown.ts";
import { isBlank, storable } from "../../src/core/request/read-text.ts";
import { findImageModel } from "../../src/core/request/image/image-models.ts";
import { checkImageRequest, ImageOptions } from "../../src/core/request/image/image.ts";
import { onlyKindOf } from "../../src/core/request/options/option-fields.ts";
import type { Kind } from "../../src/core/request/options/option.ts";
import type { RequestProblem } from "../../src/core/request/problem.ts";
import { findVideoModel } from "../../src/core/request/video/video-models.ts";
import { checkVideoRequest, VideoOptions } from "../../src/core/request/video/video.ts";

/** A placeholder prompt, because presets have none. */
const ANY_PROMPT = "x";

/** `/preset save`: saves options under a name, for the member or the channel. They are validated like a request's. */
export const presetSave: Command = {
  spec: {
    name: "preset save",
    effect: "changes",
    example: "poster --size 2K --format webp",
    textOption: "preset",
    options: [
      { name: "preset", type: "text", maxLength: PRESET_NAME_CHARACTERS },
      ...requestOptions("preset save"),
      { name: "for_channel", type: "flag" },
    ],
  },

  setting: presetToSave(savePreset),

  run: savePreset,
};

async function savePreset(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const { texts, presets, memberships, listVideoModels } = context;
  const { preset: given, for_channel: forChannel, ...options } = invocation.options;
  const name = storable(String(given ?? ""))
    .replaceAll(/\s+/g, " ")
    .trim();
  if (isBlank(name)) return refuse([{ rule: "missing_option", option: "preset" }]);
  if (name.length > PRESET_NAME_CHARACTERS) {
    return refuse([{ rule: "too_long", option: "preset", length: name.length, max: PRESET_NAME_CHARACTERS }]);
  }
  if (Object.keys(options).length === 0) return answer(texts.presets.empty);
  if (forChannel === true && !invocation.actor.isAdmin) {
    return answer(notAdminText(invocation.actor, context, texts.presets.channelByAdmins));
  }
  const membership = await memberships.membershipOf(invocation);
  if (!membership) throw new Error("the workspace is unclaimed, but a command ran in it");
  const service = serviceOf(options);
  const listed = service === "video" ? await listVideoModels(videoKeysOf(membership), invocation.signal) : undefined;
  const problems = problemsOf(service, options, listed, allowedModelsOf(membership.policy, listed));
  if (problems.length > 0) return refuse(problems);
  const [own, channel] = presetScopes(membership, invocation);
  const preset = { name, scope: forChannel === true ? channel : own, service, options: plain(options) };
  const saved = await presets.save(membership.organisationId, preset, membership.accountId);
  if (saved === "full") return answer(texts.presets.full(MAX_PRESETS));
  return answer(texts.presets.saved(escapeText(name), typedName(name), service, saved === "replaced"));
}

/** The service of an option that only one service has; otherwise the model's. */
function serviceOf(options: OptionValues): Kind {
  if (Object.keys(options).some((name) => onlyKindOf(name) === "video")) return "video";
  const model = options["model"];
  return model !== undefined && !findImageModel(String(model)) && isClipModel(String(model)) ? "video" : "image";
}

/** Known clip models, and names without a provider's prefix, which can't be misspelt picture models. */
function isClipModel(name: string): boolean {
  return findVideoModel(name).kind !== "undocumented" || !name.includes("/");
}

function problemsOf(
  service: Kind,
  options: OptionValues,
  listed: readonly string[] | undefined,
  allowedModels: AllowedModels,
): readonly RequestProblem[] {
  const asked = { ...options, prompt: ANY_PROMPT };
  if (service === "image") {
    const checked = checkImageRequest(ImageOptions.parse(asked), { references: [] }, allowedModels.imageModel);
    return checked.ok ? [] : narrowed(checked.problems, allowedModels);
  }
  const foreign = Object.keys(options).filter((name) => onlyKindOf(name) === "image");
  const problems = foreign.map((option) => ({ rule: "not_of_clips" as const, option }));
  const checked = checkVideoRequest(VideoOptions.parse(asked), [], listed, {
    model: allowedModels.videoModel(),
    offered: allowedModels.videoModels,
  });
  // A preset has no references; they come with the request.
  const others = checked.ok ? [] : checked.problems.filter(({ rule }) => rule !== "reference_required");
  return [...problems, ...others];
}

function plain(options: OptionValues): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (typeof value === "object" ? [] : [[name, value]])),
  );
}
