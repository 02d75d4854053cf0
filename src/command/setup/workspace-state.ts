import { UNITS, type QuotaState, type Unit } from "../../core/account/quota/quota.ts";
import { allowedModelsOf } from "../../core/account/policy/allowed-models.ts";
import { combine } from "../../core/account/policy/combine.ts";
import type { WorkspaceSettings } from "../../core/account/policy/policy-store.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import { ORGANISATION_SCOPE, workspaceScope } from "../../core/account/policy/scope.ts";
import { codeText, escapeText } from "../../core/chat/message.ts";
import { SUGGESTION_MS } from "../../lib/limits.ts";
import { quotaText } from "../../text/render/quota.ts";
import type { Texts } from "../../text/texts.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import { whereAsked } from "../policy/admin-channel.ts";
import { namesIn } from "../policy/describe-change.ts";
import type { PerDay } from "./per-day.ts";

/** Everything that the setup form sets, as it is now. */
export interface WorkspaceState {
  readonly settings: PolicySettings;
  readonly workspace: WorkspaceSettings;
  readonly quotas: readonly QuotaState[];
  readonly perDay: PerDay;
  /** The names of the people, roles and groups in the settings. */
  readonly names: ReadonlyMap<string, string>;
  /** The models of requests that name none, with these settings and those of the organisation. */
  readonly used: UsedModels;
  /** The same without the workspace's own default models. */
  readonly usedUnset: UsedModels;
}

interface UsedModels {
  readonly image: string | undefined;
  readonly video: string | undefined;
}

export async function workspaceState(
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<WorkspaceState> {
  const { organisationId } = acting;
  const { conversation } = invocation;
  const { policies, quotas: store } = context;
  const scope = workspaceScope(conversation);
  const [settings, organisation, workspace, quotas, listed] = await Promise.all([
    policies.settings(organisationId, scope),
    policies.settings(organisationId, ORGANISATION_SCOPE),
    policies.workspace(organisationId, conversation),
    store.state(organisationId, [scope]),
    context.listVideoModels({ organisationId }, AbortSignal.timeout(SUGGESTION_MS)).catch(() => undefined),
  ]);
  const daily = quotas.filter(({ span }) => span === "day");
  const amount = (unit: Unit): number | undefined => daily.find((one) => one.unit === unit)?.amount;
  const usedWith = (own: PolicySettings): UsedModels => {
    const rules = [
      { scope: ORGANISATION_SCOPE, settings: organisation },
      { scope, settings: own },
    ];
    const allowed = allowedModelsOf(combine(rules), listed);
    return { image: allowed.imageModel, video: allowed.videoModel() };
  };
  const { imageModel: _image, videoModel: _video, ...withoutDefaults } = settings;
  return {
    settings,
    workspace,
    quotas: daily,
    perDay: { images: amount("images"), seconds: amount("seconds") },
    names: await namesIn([settings], invocation, acting, context),
    used: usedWith(settings),
    usedUnset: usedWith(withoutDefaults),
  };
}

/** What the settings do, one sentence each. Wider and narrower rules may forbid more, and the last line says so. */
export function stateLines(
  { settings, workspace, quotas, names, used }: WorkspaceState,
  { conversation, actor }: Pick<Invocation, "conversation" | "actor">,
  texts: Texts,
): readonly string[] {
  const { does } = texts.setup;
  const named = (name: string | undefined): string =>
    name === undefined ? texts.limits.noModels : `\`${codeText(name)}\``;
  const limits = UNITS.map((unit) => {
    const quota = quotas.find((one) => one.unit === unit);
    return quota ? does.limit(quotaText(quota, { texts, names: new Map(), locale: actor.locale })) : does.noLimit[unit];
  });
  const people = settings.access && texts.list(settings.access.map((one) => escapeText(names.get(one) ?? one)));
  const lines = [
    does.models(named(used.image), named(used.video)),
    ...limits,
    does.asked(whereAsked(workspace, conversation, texts)),
    people === undefined ? does.everybody : does.only(people === "" ? texts.settingValue.nobody : people),
  ];
  return [...lines.map((line) => `• ${line}`), texts.policyAdmin.elsewhere];
}

/** Identifies the workspace's quota for a unit. */
export function dailyQuota(unit: Unit, { conversation }: Pick<Invocation, "conversation">) {
  return { scope: workspaceScope(conversation), unit, span: "day" } as const;
}
