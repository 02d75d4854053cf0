import { RESTJSONErrorCodes, Routes, type REST } from "discord.js";
import { codeOf } from "../connect/errors.ts";

/**
 * Changes a message. In an archived thread, Discord refuses that, so the thread is opened first. A new message does so by itself:
 * https://docs.discord.com/developers/topics/threads
 */
export async function inOpenThread<T>(
  rest: REST,
  channel: string,
  change: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (codeOf(error) !== RESTJSONErrorCodes.InvalidActionOnArchivedThread) throw error;
    await rest.patch(Routes.channel(channel), { body: { archived: false }, ...(signal ? { signal } : {}) });
    return change();
  }
}
