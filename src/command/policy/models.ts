import { fits } from "../../core/account/policy/glob.ts";
import { MAX_MODEL_GLOBS } from "../../lib/limits.ts";
import { codeText, shortened } from "../../core/chat/message.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { nearest } from "../../core/request/nearest.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import { answer, type Command } from "../command.ts";
import { tellChange } from "./describe.ts";
import { splitList } from "./list.ts";
import { aimAt, exampleFor, targetOptions, type Target } from "./target.ts";

const SHOWN_NAME = 60;

/** Which models may be used in a scope. */
export function setModels(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} models`,
      effect: "changes",
      example: exampleFor(target, "--allow image-2,*-720p"),
      adminOnly: true,
      options: [...targetOptions(target), { name: "allow", type: "text", required: true }],
      textOption: target === "group" ? "group" : "allow",
    },

    async run(invocation, context) {
      const { policies, listVideoModels, texts } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await aimAt(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const globs = splitList(String(invocation.options["allow"] ?? "all"), /[\s,，、]+/);
      const isAll = globs.length === 0 || (globs.length === 1 && globs[0]?.toLowerCase() === "all");
      if (globs.length > MAX_MODEL_GLOBS) {
        return answer(texts.policyAdmin.tooMany(texts.settings.models, MAX_MODEL_GLOBS));
      }
      const changed = await policies.change(acting, aimed.scope, ({ models: _models, ...others }) =>
        isAll ? others : { ...others, models: [...globs] },
      );
      const { organisationId } = acting;
      const clips = (await listVideoModels({ organisationId }, invocation.signal)) ?? VIDEO_MODEL_NAMES;
      const more = isAll ? [] : remarks(globs, clips, texts);
      return tellChange(aimed, changed, { invocation, acting, more }, context);
    },
  };
}

/** What an admin may not have meant: names that nothing has, and services that nothing is left of. */
function remarks(globs: readonly string[], clips: readonly string[], texts: Texts): string[] {
  const say = texts.policyAdmin;
  const pictures = IMAGE_MODELS.flatMap((model) => [model.name, ...model.aliases]);
  const fitsAny = (glob: string, names: readonly string[]): boolean => names.some((name) => fits(glob, name));
  const strange = globs.filter((glob) => !fitsAny(glob, pictures) && !fitsAny(glob, clips));
  const lines = strange.map((glob) => {
    const near = nearest(glob.replaceAll(/[*?]/g, ""), [...pictures, ...clips]);
    return say.noMatch(named(glob), near === undefined ? "" : `\`${named(near)}\``);
  });
  const noneLeft = (
    [
      ["image", pictures],
      ["video", clips],
    ] as const
  ).filter(([, names]) => !globs.some((glob) => fitsAny(glob, names)));
  return [...lines, ...noneLeft.map(([service]) => say.noneLeft[service])];
}

function named(name: string): string {
  return shortened(codeText(name), SHOWN_NAME);
}
