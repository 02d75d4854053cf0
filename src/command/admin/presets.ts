import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Preset } from "../../core/account/presets.ts";
import { placeScope, type Scope } from "../../core/account/policy/scope.ts";
import type { Membership } from "../../core/account/membership.ts";
import { escapeText } from "../../core/chat/message.ts";
import { nearest } from "../../core/request/nearest.ts";
import { type CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";

type Where = Pick<Invocation, "conversation" | "isDirect">;

/** The scopes of a member's presets: their own and the channel's. */
export function presetScopes(
  { accountId }: Membership,
  { conversation, isDirect = false }: Where,
): readonly [Scope, Scope] {
  return [{ kind: "account", id: accountId }, placeScope(conversation, isDirect)];
}

/** The presets that a member may use there; their own override the channel's of the same name. */
export async function presetsFor(
  membership: Membership,
  where: Where,
  { presets }: Pick<CommandContext, "presets">,
): Promise<readonly Preset[]> {
  const found = await presets.list(membership.organisationId, presetScopes(membership, where));
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Merges the named preset's options into the invocation; typed options win. */
export async function withPreset(
  invocation: Pick<Invocation, "options" | "conversation" | "isDirect">,
  membership: Membership,
  service: Preset["service"],
  context: CommandContext,
): Promise<{ readonly ok: true; readonly options: OptionValues } | { readonly ok: false; readonly reply: Reply }> {
  const { preset: given, ...typed } = invocation.options;
  const name = String(given ?? "").trim();
  if (name === "") return { ok: true, options: typed };
  const all = (await presetsFor(membership, invocation, context)).filter((preset) => preset.service === service);
  const preset = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (preset) return { ok: true, options: { ...preset.options, ...typed } };
  const near = nearest(
    name,
    all.map((one) => one.name),
  );
  return { ok: false, reply: answer(context.texts.presets.unknown(escapeText(name), near && escapeText(near))) };
}

/** A preset's contents in one line. */
export function presetText({ name, options }: Preset): string {
  const parts = Object.entries(options).map(([option, value]) => `${option} ${String(value)}`);
  return `**${escapeText(name)}** · ${escapeText(parts.join(" · "))}`;
}

function rank({ scope }: Preset): number {
  return scope.kind === "account" ? 0 : 1;
}
