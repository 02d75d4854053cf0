import type { CommandContext } from "../command.ts";

/**
 * Can files go into clips here at all? The video service loads them by an address: ours, or one that the platform shows to
 * everyone. Our own results have no address but ours.
 */
export function takesClipFiles({ canServe, platform }: Pick<CommandContext, "canServe" | "platform">): boolean {
  return canServe || platform.capabilities.publicFiles;
}
