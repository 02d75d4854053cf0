import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../support/fake-slack/ledger.ts";
import type { Act, Member } from "../../support/fake-slack/member.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;
let people = 0;

const never = { until: new Promise<never>(() => {}), reached: () => {} };
const FAULTS: readonly [string, Fault][] = [
  ["is down", { kind: "http", status: 503 }],
  ["refuses", { kind: "error", error: "missing_scope" }],
  ["is slow", { kind: "hold-before", ...never }],
];

beforeAll(async () => {
  world = await startSlackEasel("socket");
});
afterAll(async () => {
  await world.stop();
});

/** A person whom Easel has not looked up yet. */
function newcomer(more: { readonly isAdmin?: boolean; readonly isGuest?: boolean } = {}): Member {
  return world.slack.join({ name: `person-${++people}`, ...more });
}

/** The private answer to a member's act. */
async function told(member: Member, act: () => Act): Promise<string> {
  const before = world.slack.privately(member.user.id).length;
  await act().outcome;
  return world.see("an answer", () => world.slack.privately(member.user.id)[before]);
}

describe.each(FAULTS)("when Slack %s at the look-up of a person", (_how, fault) => {
  it.each(["channel show", "pause", "keys add", "hlep"])(
    "an admin's `%s` is not answered with “for admins”",
    async (words) => {
      const { slack, channel } = world;
      const admin = newcomer({ isAdmin: true });
      slack.fault("users.info", fault);
      const answer = await told(admin, () => admin.slash(channel.id, "/easel-admin", words));
      expect(answer).toContain("Slack did not answer in time, so Easel can't check whether you are an admin");
      expect(answer).not.toContain("for admins");
      expect(await told(admin, () => admin.slash(channel.id, "/easel-admin", "channel show"))).not.toContain("in time");
    },
  );

  it("a picture is made if no rule depends on the person", async () => {
    const { slack, channel } = world;
    const member = newcomer();
    slack.fault("users.info", fault);
    const prompt = `made for ${member.user.name} ${_how}`;
    await member.slash(channel.id, "/imagine", prompt).outcome;
    expect((await world.result(prompt)).channel).toBe(channel.id);
  });
});

describe("where guests may not use Easel", () => {
  const REFUSED = "did not answer in time whether you are a guest";

  beforeAll(async () => {
    world.nextChannel();
    const { ada, channel } = world;
    await told(ada, () => ada.slash(channel.id, "/easel-admin", "channel access --guests no"));
  });

  describe.each(FAULTS)("and Slack %s at the look-up of a person", (_how, fault) => {
    it.each<[string, (member: Member) => Promise<Act>]>([
      ["a command", async (member) => member.slash(world.channel.id, "/imagine", "a fox")],
      ["a mention with a command", async (member) => member.mention(world.channel.id, "/imagine a fox")],
      [
        "a mention with a picture",
        async (member) => {
          const create = { width: 8, height: 8, channels: 3, background: "red" } as const;
          const file = { name: "a.png", mimeType: "image/png", content: await sharp({ create }).png().toBuffer() };
          return member.mention(world.channel.id, "make it blue", { files: [file] });
        },
      ],
    ])("%s is refused, and says why", async (_what, act) => {
      const { slack, easel } = world;
      const guest = newcomer({ isGuest: true });
      // A mention is delivered twice.
      slack.fault("users.info", fault, 2);
      const before = (await createsAt(easel.sandboxUrl)).length;
      const asked = await act(guest);
      expect(await told(guest, () => asked)).toContain(REFUSED);
      expect((await createsAt(easel.sandboxUrl)).length).toBe(before);
    });
  });
});
