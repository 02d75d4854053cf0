import type { FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { filesOf } from "../../support/slack/slack-easel.ts";
import { commandOf, countEach, type SoakPlatform } from "./soak-platform.ts";

/** A person in each channel of one workspace. */
export function peopleOnSlack(slack: FakeSlack, channels: number): SoakPlatform {
  const members = Array.from({ length: channels }, (_, index) =>
    slack.join({ name: `max-${index + 1}`, displayName: `Max ${index + 1}` }),
  );
  const people = members.map((member, index) => ({
    member,
    channel: slack.addChannel({ name: `studio-${index + 1}` }),
  }));
  const asked = new Map<string, { readonly userId: string; readonly toldBefore: number; answered: boolean }>();
  const toldOften = (userId: string): number => slack.world.ephemerals.filter((one) => one.userId === userId).length;
  return {
    name: "slack",
    channels,
    async ask(channel, wanted) {
      const person = people[channel];
      if (!person) throw new RangeError(`there is no channel ${channel}`);
      const userId = person.member.user.id;
      const request = { userId, toldBefore: toldOften(userId), answered: false };
      asked.set(wanted.prompt, request);
      const { name, text } = commandOf(wanted);
      const began = performance.now();
      const outcome = await person.member.slash(person.channel.id, `/${name}`, text).outcome;
      request.answered = outcome.answer !== undefined;
      return outcome.acknowledged ? performance.now() - began : undefined;
    },
    async look() {
      const said = slack.said();
      const shown = countEach(said.flatMap((message) => filesOf(slack, message).map((file) => file.altText)));
      return {
        shown: (prompt) => shown.get(prompt) ?? 0,
        told(prompt) {
          const request = asked.get(prompt);
          return request !== undefined && (request.answered || toldOften(request.userId) > request.toldBefore);
        },
        noticesLeft: said.filter((message) => slack.buttons(message).some(({ id }) => id.startsWith("cancel"))).length,
      };
    },
  };
}
