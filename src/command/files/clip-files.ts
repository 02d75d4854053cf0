import type { CommandContext } from "../command.ts";

/**
 * Whether clips can use files here. The video service downloads them from our address or from a public address of the platform.
 * Our own results are available only at our address.
 */
export function takesClipFiles({ canServe, platform }: Pick<CommandContext, "canServe" | "platform">): boolean {
  return canServe || platform.capabilities.publicFiles;
}
