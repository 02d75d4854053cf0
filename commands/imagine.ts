import { answer, type Command } from "../src/command/command.ts";
import { MAX_COUNT, MAX_PROMPT_CHARACTERS } from "../src/limits.ts";
import { ASPECT_RATIOS, SIZE_TIERS } from "../src/request/image-size.ts";
import { BACKGROUNDS, checkImageRequest, IMAGE_FORMATS, ImageOptions } from "../src/request/image.ts";
import { IMAGE_MODELS } from "../src/request/models.ts";
import { problemsText } from "../src/text/problems.ts";

const QUALITIES = [...new Set(IMAGE_MODELS.flatMap((model) => model.qualities))];

/** `/imagine`: pictures from words. */
export const imagine: Command = {
  spec: {
    name: "imagine",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true, maxLength: MAX_PROMPT_CHARACTERS },
      { name: "model", type: "text", suggestions: IMAGE_MODELS.map((model) => model.name) },
      { name: "size", type: "text", suggestions: ["auto", ...SIZE_TIERS, "1024x768"] },
      { name: "aspect_ratio", type: "text", suggestions: ASPECT_RATIOS },
      { name: "quality", type: "text", suggestions: QUALITIES },
      { name: "count", type: "number", min: 1, max: MAX_COUNT },
      { name: "format", type: "text", suggestions: IMAGE_FORMATS },
      { name: "background", type: "text", suggestions: BACKGROUNDS },
    ],
  },

  async run({ key, conversation, actor, options, attachments, message }, { jobs, accounts, texts }) {
    const checked = checkImageRequest(ImageOptions.parse(options));
    const unexpected = attachments.map((file) => ({ rule: "unexpected_attachment" as const, name: file.name }));
    const problems = [...(checked.ok ? [] : checked.problems), ...unexpected];
    if (!checked.ok || problems.length > 0) return answer(problemsText(problems, texts));
    const organisationId = await accounts.organisationOf(conversation);
    if (organisationId === undefined || !(await accounts.hasCredential(organisationId, "image"))) {
      return answer(texts.noKey);
    }
    const accountId = await accounts.accountOf(organisationId, {
      platform: conversation.platform,
      workspace: conversation.workspace,
      userId: actor.userId,
      displayName: actor.displayName,
    });
    await jobs.accept({
      eventKey: key,
      organisationId,
      accountId,
      conversation,
      requesterId: actor.userId,
      requesterName: actor.displayName,
      locale: actor.locale,
      requestMessage: message?.id,
      request: checked.value,
    });
    return { kind: "accepted" };
  },
};
