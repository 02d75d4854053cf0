import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultsFor, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

let world: SlackEasel;
let wire: TcpProxy;

beforeAll(async () => {
  world = await startSlackEasel(
    "socket",
    {},
    {
      reachDatabase: async (url) => {
        const address = new URL(url);
        wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
        address.host = `127.0.0.1:${wire.port}`;
        return address.href;
      },
    },
  );
  // The person has been looked up and cached.
  await world.max.slash(world.channel.id, "/imagine", "the first").outcome;
  await world.result("the first");
});
afterAll(async () => {
  await world.stop();
  await wire.close();
});

describe.each([
  ["after PostgreSQL committed it", "answered", 1],
  ["before PostgreSQL received it", "unheard", 0],
] as const)("when the connection to the database is lost %s", (_name, when, made) => {
  it("a request is neither confirmed nor denied, and its result arrives if it was accepted", async () => {
    const { slack, max, channel } = world;
    const prompt = `lost and ${when}`;
    wire.cutAt(prompt, when);
    const before = slack.privately(max.user.id).length;
    const { acknowledged } = await max.slash(channel.id, "/imagine", prompt).outcome;
    expect(acknowledged).toBe(true);
    const [said] = slack.privately(max.user.id).slice(before);
    expect(said).toContain("not known yet whether it was accepted");
    expect(said).not.toContain("Nothing was sent or spent");
    if (made > 0) await world.result(prompt);
    await world.settled();
    expect(resultsFor(slack, prompt)).toHaveLength(made);
  });
});

it("a request is denied if there was no connection at all", async () => {
  const { slack, max, channel } = world;
  await wire.refuse();
  const before = slack.privately(max.user.id).length;
  await max.slash(channel.id, "/imagine", "nobody there").outcome;
  await wire.accept();
  const said = slack.privately(max.user.id).slice(before).join();
  expect(said).toContain("Nothing was sent or spent");
});
