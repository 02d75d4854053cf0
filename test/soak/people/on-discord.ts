import { postsIn, type FakeDiscord } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import { isLoading } from "../../support/fake-discord/render.ts";
import type { FakeGuild, FakeMessage } from "../../support/fake-discord/world.ts";
import { ACKNOWLEDGE_MS, countEach, type SoakPlatform } from "./soak-platform.ts";

/** What Discord allows a bot in one channel. */
const MESSAGES = { limit: 5, windowMs: 5_000 } as const;

/** A person in each channel of one server, with a bot's usual rate limits. */
export function peopleOnDiscord(discord: FakeDiscord, guild: FakeGuild, channels: number): SoakPlatform {
  const { world, limits } = discord;
  limits.set({ route: "POST /channels/:id/messages", ...MESSAGES });
  limits.set({ route: "PATCH /channels/:id/messages/:id", ...MESSAGES });
  const people = Array.from({ length: channels }, (_, index) => {
    const user = world.addUser(`Max ${index + 1}`);
    world.addMember(guild, user);
    return discord.as(user, world.addChannel(guild, `studio-${index + 1}`));
  });
  const asked = new Map<string, Acted>();
  return {
    name: "discord",
    channels,
    async ask(channel, { service, prompt, count }) {
      const person = people[channel];
      if (!person) throw new RangeError(`there is no channel ${channel}`);
      const began = performance.now();
      const acted =
        service === "video" ? person.command("video", { prompt }) : person.command("imagine", { prompt, count });
      asked.set(prompt, acted);
      const timer = Promise.withResolvers<void>();
      const late = setTimeout(timer.resolve, ACKNOWLEDGE_MS);
      const answered = acted.answered.then(() => performance.now() - began);
      const ms = await Promise.race([answered, timer.promise]);
      clearTimeout(late);
      return ms ?? undefined;
    },
    async look() {
      const posts = people.flatMap(({ channel }) => postsIn(channel));
      const shown = countEach(posts.flatMap((post) => post.attachments.map((file) => file.description ?? "")));
      return {
        shown: (prompt) => shown.get(prompt) ?? 0,
        told: (prompt) => wasTold(asked.get(prompt)),
        noticesLeft: posts.filter(isNotice).length,
      };
    },
  };
}

function wasTold(acted: Acted | undefined): boolean {
  const { original, followUps } = acted?.interaction ?? { followUps: [] };
  const says = (message: FakeMessage): boolean => message.content !== "" || message.components.length > 0;
  return followUps.some(says) || (original !== undefined && !isLoading(original) && says(original));
}

function isNotice(message: FakeMessage): boolean {
  return isLoading(message) || buttonsOf(message).some(({ customId }) => customId.startsWith("cancel:"));
}
