import type { LeftBehind } from "../../core/account/linking.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { Texts } from "../texts.ts";

/** The answer to `/easel unlink`: what the new account has, and what only an admin can give it. */
export function unlinkedText(left: LeftBehind, { linking: say, list }: Texts): string {
  const lacks = [
    ...(left.access ? [say.leftAccess] : []),
    ...(left.groups.length > 0 ? [say.leftGroups(list(left.groups.map(escapeText)))] : []),
    ...(left.quotas ? [say.leftQuotas] : []),
  ];
  return [say.unlinked, ...(lacks.length > 0 ? [say.left] : []), ...lacks.map((line) => `• ${line}`)].join("\n");
}
