import type { Command } from "../../src/command/command.ts";
import { pausesView } from "../../src/command/overview/pauses-view.ts";
import { PAUSE_OPTIONS, setPaused } from "../../src/command/policy/pausing.ts";
import { takesButtons } from "../../src/command/setting/show-setting.ts";

/**
 * `/easel-admin pause`: stops new jobs in the channel, the workspace or the organisation, or with a key. Without words it
 * pauses nothing, but offers each place, because the admin may mean another one than this channel. Only where there are no buttons,
 * it pauses this channel.
 */
export const pause: Command = {
  spec: {
    name: "easel-admin pause",
    effect: "changes",
    example: "workspace",
    adminOnly: true,
    options: PAUSE_OPTIONS,
    textOption: "scope",
  },
  async run(invocation, context) {
    const isBare = Object.keys(invocation.options).length === 0;
    if (!isBare || !takesButtons(invocation, context)) return setPaused(invocation, context, true);
    return { kind: "answer", message: await pausesView(invocation, context) };
  },
};
