import type { LeftBehind } from "../../core/account/linking.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { Texts } from "../texts.ts";

/** The answer to `/easel unlink`: what the new account has, and what it lacks until an admin gives it. */
export function unlinkedText(left: LeftBehind, { linking: say }: Texts): string {
  const lacks = [
    ...(left.access ? [say.leftAccess] : []),
    ...(left.groups.length > 0 ? [say.leftGroups(left.groups.map(escapeText).join(", "))] : []),
    ...(left.quotas ? [say.leftQuotas] : []),
  ];
  return [say.unlinked, ...(lacks.length > 0 ? [say.left] : []), ...lacks.map((line) => `• ${line}`)].join("\n");
}
