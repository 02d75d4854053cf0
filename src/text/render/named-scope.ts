import { decodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { decodeConversation, encodeWorkspace, type Conversation } from "../../core/chat/conversation.ts";
import { channelMention, codeText, escapeText } from "../../core/chat/message.ts";
import type { Locale } from "../../lib/locale.ts";
import type { Texts } from "../texts.ts";

/** Who reads the names of scopes, and where. */
export interface Naming {
  readonly texts: Texts;
  /** The reader's place: scopes of other workspaces are named by their id. */
  readonly here: Conversation;
  /** Names of groups, people, keys and roles, by `encodeScope` or `Subject`, as people wrote them. */
  readonly names: ReadonlyMap<string, string>;
}

/** The same for the audit, with the time zone for its moments. */
export interface AuditContext extends Naming {
  readonly locale: Locale;
  /** Of the reader's workspace. */
  readonly timeZone: string;
}

/**
 * The name of a scope (`encodeScope`) for an admin. `kept`: the stored name of a scope
 * that no longer exists.
 */
export function namedScope(encoded: string, naming: Naming, kept?: string): string {
  const { texts, here, names } = naming;
  const say = texts.quota;
  const scope = readScope(encoded);
  if (!scope) return `\`${codeText(encoded)}\``;
  const { kind, id } = scope;
  const name = names.get(encoded) ?? kept;
  switch (kind) {
    case "organisation":
      return texts.ruler.organisation;
    case "workspace":
      return workspaceText(id, naming);
    case "direct":
      return isHere(id, here) ? texts.ruler.direct : texts.audit.directIn(workspaceText(id, naming));
    case "channel":
      return channelText(id, naming);
    case "group":
      return name === undefined ? texts.audit.gone.group : say.group(escapeText(name));
    case "key":
      return name === undefined ? texts.audit.gone.key : say.key(escapeText(name));
    case "account":
      return name === undefined ? texts.audit.gone.account : escapeText(name);
  }
}

/** A channel (`encodeConversation`): as the platform mentions it where that is possible, else by its id. */
export function channelText(encoded: string, { texts, here }: Pick<Naming, "texts" | "here">): string {
  const channel = readChannel(encoded);
  return channel && encodeWorkspace(channel) === encodeWorkspace(here)
    ? channelMention(channel.channel)
    : texts.quota.channel(`\`${codeText(encoded)}\``);
}

export function workspaceText(encoded: string, { texts, here }: Pick<Naming, "texts" | "here">): string {
  return isHere(encoded, here) ? texts.ruler.workspace : texts.quota.otherWorkspace(codeText(encoded));
}

/** Who may use a key, in the words of the lists of keys. */
export function servedText(encoded: string, naming: Naming): string {
  const { texts, here, names } = naming;
  const say = texts.keys.whose;
  const scope = readScope(encoded);
  const name = names.get(encoded);
  switch (scope?.kind) {
    case "organisation":
      return say.everyone;
    case "workspace":
      return isHere(scope.id, here) ? say.workspace : say.otherWorkspace(codeText(scope.id));
    case "group":
      return name === undefined ? say.gone : say.group(escapeText(name));
    case "account":
      return name === undefined ? say.gone : say.account(escapeText(name));
    default:
      return `\`${codeText(encoded)}\``;
  }
}

function isHere(workspace: string, here: Conversation): boolean {
  return workspace === encodeWorkspace(here);
}

function readScope(encoded: string): Scope | undefined {
  try {
    return decodeScope(encoded);
  } catch {
    return undefined;
  }
}

function readChannel(encoded: string): Conversation | undefined {
  try {
    return decodeConversation(encoded);
  } catch {
    return undefined;
  }
}
