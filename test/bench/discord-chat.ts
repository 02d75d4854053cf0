import { startFakeDiscord, type FakeDiscord } from "../support/fake-discord/fake-discord.ts";
import type { Person } from "../support/fake-discord/person.ts";
import type { FakeGuild } from "../support/fake-discord/world.ts";
import { atMost, type Figure } from "./harness/bench.ts";
import { quantile } from "./harness/statistics.ts";

/** A fake Discord with one server, and a person in one of its channels. */
export interface Chat {
  readonly discord: FakeDiscord;
  readonly guild: FakeGuild;
  readonly person: Person;
}

/** Starts one in this process. The server accepts files of 100 MiB, like the largest servers. */
export async function openChat(stack: AsyncDisposableStack): Promise<Chat> {
  const discord = stack.adopt(await startFakeDiscord(), (it) => it.close());
  const guild = discord.world.addGuild("Studio", { premiumTier: 3 });
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  return { discord, guild, person: discord.as(max, discord.world.addChannel(guild, "general")) };
}

/** Milliseconds until one command is acknowledged. */
export async function acknowledged({ person }: Chat): Promise<number> {
  const began = performance.now();
  await person.command("imagine", { prompt: "a lighthouse at dusk" }).answered;
  return performance.now() - began;
}

/** Milliseconds until Easel's and the floor's acknowledgements. */
export interface Taken {
  readonly acks: number[];
  readonly floors: number[];
}

/** The figures of acknowledgements. With an aim, they may exceed the floor by 1 ms at the median, and by 25 ms at p99. */
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
