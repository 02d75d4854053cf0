import type { Invocation } from "../invocation.ts";
import type { Key } from "../../core/account/keys/key.ts";
import type { KeyChanged, KeyOwners } from "../../core/account/keys/key-store.ts";
import type { AddOutcome, Checked } from "../../core/account/keys/keyring.ts";
import type { Conversation } from "../../core/chat/conversation.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { Service } from "../../core/job/job.ts";
import type { CommandContext } from "../command.ts";
import { checkText, gatewayAnswer, keyLine, servicesText, strandedLines, whoseText } from "../../text/render/keys.ts";
import type { Texts } from "../../text/texts.ts";

interface Told {
  readonly owners: KeyOwners;
  readonly conversation: Conversation;
  readonly texts: Texts;
}

/** Keys under a title, one line each. */
export async function listText(
  title: string,
  keys: readonly Key[],
  organisationId: string,
  { conversation, actor }: Pick<Invocation, "conversation" | "actor">,
  { keyring, texts, clock }: CommandContext,
): Promise<string> {
  const owners = await keyring.owners(organisationId);
  const lines = keys.map((key) => {
    const whose = whoseText(key.scope, owners, conversation, texts);
    return `• ${keyLine(key, { texts, locale: actor.locale, now: clock.now(), whose })}`;
  });
  return [title, ...lines].join("\n");
}

/** The answer about an added key. */
export function addedText(
  { key, checks }: Extract<AddOutcome, { ok: true }>,
  { owners, conversation, texts }: Told,
): string {
  const say = texts.keys;
  const whose = whoseText(key.scope, owners, conversation, texts);
  const left = (["image", "video"] as const).flatMap((service) => {
    const check = checks[service];
    if (!check || key.services.includes(service)) return [];
    return check.kind === "unreachable"
      ? say.leftOut(service, gatewayAnswer(check.reason))
      : say.leftOutBecause(service);
  });
  return [
    say.added(escapeText(key.name), key.masked, servicesText(key.services, texts), whose),
    ...left,
    ...(key.twins.length > 0 ? [say.sameAs(texts.list(key.twins.map(escapeText)))] : []),
  ].join("\n");
}

/** Each service's answer about a key, for the services that it serves. */
export function checkedText({ after, checks }: Checked, texts: Texts): string {
  const say = texts.keys;
  const found = after.services.map((service: Service) =>
    say.found(service, after.isReadable ? checkText(checks[service], texts) : say.check.unreadable),
  );
  return `• **${escapeText(after.name)}** \`${after.masked}\` · ${found.join(" · ")}`;
}

/** A change from one value to another. */
export function changeText(key: Key, before: string, after: string, texts: Texts): string {
  const name = escapeText(key.name);
  return before === after ? texts.keys.unchanged(name, after) : texts.keys.change(name, before, after);
}

/** The same for disabling or enabling a key, with the jobs that are left waiting. */
export function switchedText({ before, after, stranded }: KeyChanged, texts: Texts): string {
  const state = (key: Key): string => (key.disabledAt ? texts.keys.off : texts.keys.on);
  return [changeText(after, state(before), state(after), texts), ...strandedLines(stranded, texts)].join("\n");
}
