import { useConsole, useConsoleState } from "../console-context.ts";

/** Whether the address leads to a channel that exists, as far as the page knows. */
export function useChannelExists(): boolean {
  const { channel, place } = useConsole();
  return useConsoleState(
    ({ phase, channels }) => place.isKnown && (phase !== "ready" || channels.some(({ id }) => id === channel)),
  );
}
