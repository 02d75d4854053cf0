import { unfit, type Reply } from "../reply.ts";
import { fits } from "../../core/account/policy/glob.ts";
import { listOf } from "../../core/chat/form.ts";
import { MAX_MODEL_GLOBS, SUGGESTION_MS } from "../../lib/limits.ts";
import { codeText, shortened } from "../../core/chat/message.ts";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { nearest } from "../../core/request/nearest.ts";
import { VIDEO_MODEL_NAMES } from "../../core/request/video/video-models.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import { type Command } from "../command.ts";
import { typedName } from "../../text/render/shown.ts";
import { pickedLine } from "../parse/as-picked.ts";
import { textField } from "../setting/setting-fields.ts";
import { tellChange } from "./describe-change.ts";
import { splitList } from "./typed-list.ts";
import { ruleSetting } from "./rule-setting.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";

const SHOWN_NAME = 60;
const PICTURES = IMAGE_MODELS.flatMap((model) => [model.name, ...model.aliases]);

/** Makes the command for the models that may be used in a scope. */
export function setModels(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} models`,
      effect: "changes",
      example: exampleFor(target, "--allow image-2,*-720p"),
      adminOnly: true,
      options: [...targetOptions(target), { name: "allow", type: "text" }],
      textOption: target === "group" ? "group" : "allow",
    },

    setting: ruleSetting(target, {
      keys: ["models"],
      forms: [
        {
          key: "models",
          label: ({ setting }) => setting.change,
          fields: async ({ settings, group, acting: { organisationId } }, context) => {
            const { listVideoModels, texts } = context;
            const listed = await listVideoModels({ organisationId }, AbortSignal.timeout(SUGGESTION_MS)).catch(
              () => undefined,
            );
            const of = group === undefined ? [] : [typedName(group)];
            const typed = [`/easel-admin ${target} models`, ...of, "--allow *-720p"].join(" ");
            const names = [...IMAGE_MODELS.map(({ name }) => name), ...(listed ?? VIDEO_MODEL_NAMES)];
            const choices = names.map((name) => ({ value: name, label: name }));
            const field = { name: "allow", label: texts.settings.models, hint: texts.options.allow };
            return [
              textField(
                { ...field, value: listOf(settings.models ?? []) },
                {
                  long: true,
                  several: { choices, hint: texts.policyAdmin.chooseModels(pickedLine(typed, context)) },
                },
              ),
            ];
          },
        },
      ],
      emptied: () => ({ allow: "all" }),
    }),

    async run(invocation, context) {
      const { policies, listVideoModels, texts } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const globs = splitList(String(invocation.options["allow"] ?? "all"), /[\s,，、]+/);
      const isAll = globs.length === 0 || (globs.length === 1 && globs[0]?.toLowerCase() === "all");
      if (globs.length > MAX_MODEL_GLOBS) {
        return unfit("allow", texts.policyAdmin.tooMany(texts.settings.models, MAX_MODEL_GLOBS));
      }
      const { organisationId } = acting;
      const clips = (await listVideoModels({ organisationId }, invocation.signal)) ?? VIDEO_MODEL_NAMES;
      const strange = isAll ? [] : unknownGlobs(globs, clips, texts);
      if (strange.length > 0) return unfitGlobs(strange, clips, texts);
      const changed = await policies.change(acting, aimed.scope, ({ models: _models, ...others }) =>
        isAll ? others : { ...others, models: [...globs] },
      );
      const more = isAll ? [] : noneLeft(globs, clips, texts);
      return tellChange(aimed, changed, { invocation, acting, more }, context);
    },
  };
}

/** Problems of globs that match no model: they would allow nothing, and most are misspelt. */
function unknownGlobs(globs: readonly string[], clips: readonly string[], texts: Texts): string[] {
  const known = [...PICTURES, ...clips];
  return globs
    .filter((glob) => !fitsAny(glob, known))
    .map((glob) => {
      const near = nearest(glob.replaceAll(/[*?]/g, ""), known);
      return texts.policyAdmin.noMatch(named(glob), near === undefined ? "" : `\`${named(near)}\``);
    });
}

/** In a form, the problem is shown at its field. */
function unfitGlobs(lines: readonly string[], clips: readonly string[], { policyAdmin, problem, list }: Texts): Reply {
  const names = [...IMAGE_MODELS.map(({ name }) => name), ...clips].map((name) => `\`${named(name)}\``);
  const known = [...lines, policyAdmin.knownModels(list(names))].join("\n");
  return unfit("allow", [known, problem.nothingChanged].join("\n"), known);
}

/** Services without an allowed model left, which the admin may not have intended. */
function noneLeft(globs: readonly string[], clips: readonly string[], { policyAdmin: say }: Texts): string[] {
  const services = [
    ["image", PICTURES],
    ["video", clips],
  ] as const;
  return services
    .filter(([, names]) => !globs.some((glob) => fitsAny(glob, names)))
    .map(([service]) => say.noneLeft[service]);
}

function fitsAny(glob: string, names: readonly string[]): boolean {
  return names.some((name) => fits(glob, name));
}

function named(name: string): string {
  return shortened(codeText(name), SHOWN_NAME);
}
