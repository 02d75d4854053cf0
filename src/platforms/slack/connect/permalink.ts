import type { MessageRef } from "../../../core/chat/conversation.ts";
import type { SlackIdentity } from "./identity.ts";

/** See `Platform.linkTo`. Undefined while Slack has not reported the workspace's host. */
export async function linkTo(
  { conversation: { channel, thread }, id }: MessageRef,
  identity: () => Promise<SlackIdentity>,
): Promise<string | undefined> {
  const { host } = await identity();
  const within = thread === undefined || thread === id ? "" : `?thread_ts=${thread}&cid=${channel}`;
  return host === "" ? undefined : `https://${host}/archives/${channel}/p${id.replace(".", "")}${within}`;
}
