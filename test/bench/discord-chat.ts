import { startFakeDiscord, type FakeDiscord } from "../support/fake-discord/fake-discord.ts";
import type { Person } from "../support/fake-discord/person.ts";
import type { FakeGuild } from "../support/fake-discord/world.ts";
import { atMost, type Figure } from "./harness/bench.ts";
import { quantile } from "./harness/statistics.ts";

/** A Discord with one server, and someone in a channel of it. */
export interface Chat {
  readonly discord: FakeDiscord;
  readonly guild: FakeGuild;
  readonly person: Person;
}

/** In this process. The server takes files of 100 MiB, as the largest do. */
export async function openChat(stack: AsyncDisposableStack): Promise<Chat> {
  const discord = stack.adopt(await startFakeDiscord(), (it) => it.close());
  const guild = discord.world.addGuild("Studio", { premiumTier: 3 });
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  return { discord, guild, person: discord.as(max, discord.world.addChannel(guild, "general")) };
}

/** Milliseconds until the answer to one command is here. */
export async function acknowledged({ person }: Chat): Promise<number> {
  const began = performance.now();
  await person.command("imagine", { prompt: "a lighthouse at dusk" }).answered;
  return performance.now() - began;
}

/** Milliseconds of acknowledgements, and of the floor's. */
export interface Taken {
  readonly acks: number[];
  readonly floors: number[];
}

/** Their figures. Where they have an aim they may add 1 ms at the median and 25 ms at the worst. */
export function acknowledgements(what: string, { acks, floors }: Taken, hasAim = true): Figure[] {
  const figure = (name: string, share: number, mayAdd: number): Figure => {
    const floor = quantile(floors, share);
    return {
      what: `${what}, ${name}`,
      unit: "ms",
      value: quantile(acks, share),
      floor,
      ...(hasAim ? { aims: [atMost(floor + mayAdd)] } : {}),
    };
  };
  return [figure("p50", 0.5, 1), figure("p99", 0.99, 25)];
}
