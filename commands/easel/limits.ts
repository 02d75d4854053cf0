import { answer } from "../../src/command/reply.ts";
import { videoKeysOf } from "../../src/core/account/policy/model-list.ts";
import { allowedModelsOf } from "../../src/core/account/policy/allowed-models.ts";
import { type Command } from "../../src/command/command.ts";
import { actingOf } from "../../src/command/acting.ts";
import { tierLines } from "../../src/command/keys/tier-text.ts";
import { ownScopeNames } from "../../src/command/quota/scope-names.ts";
import { limitsText } from "../../src/command/policy/limits-text.ts";
import { quotaStateText } from "../../src/text/render/quota.ts";

/** `/easel limits`: what the member may do here, and which rules say so. */
export const easelLimits: Command = {
  spec: { name: "easel limits", options: [] },

  async run(invocation, context) {
    const { isAdmin } = invocation.actor;
    const acting = await actingOf(invocation, context);
    const { membership } = acting;
    const hasClips = membership.keys.video !== undefined;
    const listed = hasClips ? await context.listVideoModels(videoKeysOf(membership), invocation.signal) : undefined;
    const { imageModels, videoModels } = allowedModelsOf(membership.policy, listed);
    // Skip services without an allowed model: this member can't use their keys.
    const services = [
      ...(imageModels.length > 0 ? (["image"] as const) : []),
      ...(videoModels.length > 0 ? (["video"] as const) : []),
    ];
    const keys = await tierLines(services, membership, isAdmin, context);
    const left = await context.quotas.state(membership.organisationId, membership.scopes);
    const saying = { texts: context.texts, locale: invocation.actor.locale, names: ownScopeNames(acting, context) };
    const quotas = left.map((one) => quotaStateText(one, saying));
    const { memberUploads } = context.platform.capabilities;
    return answer([limitsText(membership, listed, context.texts, { quotas, memberUploads }), ...keys].join("\n"));
  },
};
