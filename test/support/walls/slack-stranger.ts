import type { SlackEasel } from "../slack/slack-easel.ts";
import type { Member } from "../fake-slack/member.ts";
import type { FakeChannel } from "../fake-slack/world.ts";
import { commandLine } from "./command-line.ts";
import type { Stranger } from "./stranger.ts";

/** A person in Slack whose client presses buttons that Easel never showed. Slack stores views, so a client can't forge them. */
export function slackStranger({ slack, see }: SlackEasel, member: Member, where: FakeChannel): Stranger {
  const { user } = member;
  const told = async (act: () => { readonly outcome: Promise<unknown> }): Promise<string> => {
    const before = slack.privately(user.id).length;
    const shown = member.view();
    await act().outcome;
    return see("an answer", () => {
      const view = member.view();
      if (view !== undefined && view !== shown) return JSON.stringify(view.view);
      const answers = slack.world.ephemerals.filter((one) => one.userId === user.id);
      return answers[before] && JSON.stringify([answers[before].text, answers[before].blocks]);
    });
  };
  return {
    isAdmin: user.isAdmin,
    command: (name, options) =>
      told(() => {
        const [command = "", ...text] = commandLine(name, options).split(" ");
        return member.slash(where.id, command, text.join(" "));
      }),
    press: (button) => told(() => member.press({ channel: where.id, ts: "1.000001" }, button)),
  };
}
