import type { Invocation } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import {
  encodeScope,
  ORGANISATION_SCOPE,
  placeScope,
  workspaceScope,
  type Scope,
} from "../../core/account/policy/scope.ts";
import { escapeText } from "../../core/chat/message.ts";
import { oneOf } from "../../core/request/read-text.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { rulerText } from "../../text/render/policy-problems.ts";
import { typedName } from "../../text/render/shown.ts";
import type { Texts } from "../../text/texts.ts";
import { actingOf, type Acting } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import { findKey } from "../keys/find-key.ts";
import type { OptionSpec } from "../parse/spec.ts";

const WHERE = ["channel", "workspace", "organisation"] as const;

/** What can be paused; the channel by default. */
export const PAUSE_OPTIONS: readonly OptionSpec[] = [
  { name: "scope", type: "text", suggestions: WHERE },
  { name: "key", type: "text" },
];

/** `typed`: its name as typed in the command. */
type Meant =
  | { readonly ok: true; readonly scope: Scope; readonly what: string; readonly typed: string }
  | { readonly ok: false; readonly reply: Reply };

/** Pauses or resumes new jobs in a scope or with a key. */
export async function setPaused(invocation: Invocation, context: CommandContext, pause: boolean): Promise<Reply> {
  const { policies, texts } = context;
  const say = texts.pause;
  const acting = await actingOf(invocation, context);
  const resolved = await scopeResolved(invocation, acting, context);
  if (!resolved.ok) return resolved.reply;
  const { scope, what, typed } = resolved;
  if (pause) {
    const before = await policies.pause(acting, scope);
    return answer(before ? say.already(what, escapeText(before.by), typed) : say.paused(what));
  }
  const ended = await policies.resume(acting, scope);
  if (ended) return answer(say.resumed(what, escapeText(ended.by)));
  const others = await policies.pauses(acting.organisationId);
  const names = await Promise.all(others.map((one) => pausedText(one.scope, invocation, acting, context)));
  return answer(say.notPaused(what, texts.list(names), typed));
}

async function scopeResolved(invocation: Invocation, acting: Acting, context: CommandContext): Promise<Meant> {
  const { conversation, isDirect = false, options } = invocation;
  const { keyring, texts } = context;
  const key = options["key"];
  if (key !== undefined) {
    const found = findKey(key, await keyring.list(acting.organisationId), texts);
    if (!found.ok) return found;
    const { id, name } = found.key;
    return {
      ok: true,
      scope: { kind: "key", id },
      what: texts.pause.key(escapeText(name)),
      typed: `--key ${typedName(name)}`,
    };
  }
  const problems: RequestProblem[] = [];
  const given = options["scope"];
  const word = oneOf("scope", given === undefined ? "channel" : String(given), WHERE, problems);
  if (word === undefined) return { ok: false, reply: refuse(problems) };
  const scope =
    word === "organisation"
      ? ORGANISATION_SCOPE
      : word === "workspace"
        ? workspaceScope(conversation)
        : placeScope(conversation, isDirect);
  return { ok: true, scope, what: plainText(scope, texts), typed: word };
}

/** A scope's name for someone in this place; other channels and workspaces by id. */
export async function pausedText(
  scope: Scope,
  { conversation, isDirect = false }: Pick<Invocation, "conversation" | "isDirect">,
  { organisationId }: Pick<Acting, "organisationId">,
  { keyring, texts }: CommandContext,
): Promise<string> {
  if (scope.kind === "key") {
    const key = (await keyring.list(organisationId)).find(({ id }) => id === scope.id);
    return texts.pause.key(escapeText(key?.name ?? scope.id));
  }
  const here = [ORGANISATION_SCOPE, workspaceScope(conversation), placeScope(conversation, isDirect)].map(encodeScope);
  return here.includes(encodeScope(scope)) ? plainText(scope, texts) : escapeText(encodeScope(scope));
}

function plainText({ kind }: Scope, texts: Texts): string {
  return rulerText({ kind, name: undefined }, texts);
}
