import { afterAll, beforeAll, expect, it } from "vitest";
import { asking, sayOnce, sayUntilAccepted } from "../../support/fault/fault-asking.ts";
import { type Asked, audit, expectedFiles, settled, unmade } from "../../support/fault/fault-ledger.ts";
import { emptyLedger, NOTHING_WRONG } from "../../support/fault/fault-sums.ts";
import { type FaultWorld, openFaultWorld, pause, type Replica } from "../../support/fault/fault-world.ts";
import { startRestartingPostgres } from "../../support/process/restarting-postgres.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

// A little of what `npm run test:fault` does to the database and the gateway.
let server: Awaited<ReturnType<typeof startRestartingPostgres>>;
let world: FaultWorld;
let database: TcpProxy;
let gateway: TcpProxy;
let replica: Replica;

beforeAll(async () => {
  server = await startRestartingPostgres();
  world = await openFaultWorld({ database: server });
  const [databaseUrl, gatewayUrl] = [new URL(server.url), new URL(world.sandboxUrl)];
  database = await startTcpProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port) });
  gateway = await startTcpProxy({ host: gatewayUrl.hostname, port: Number(gatewayUrl.port) });
  databaseUrl.host = `127.0.0.1:${database.port}`;
  const address = `http://127.0.0.1:${gateway.port}`;
  replica = await world.start(databaseUrl.href, { IMAGE_BASE_URL: address, VIDEO_BASE_URL: address });
}, 60_000);

afterAll(async () => {
  await world.close();
  await Promise.all([database.close(), gateway.close()]);
});

async function count(asked: readonly Asked[]): Promise<void> {
  const ledger = emptyLedger();
  expect(await settled(world, 40_000)).toEqual([]);
  expect(await audit(world, asked, ledger)).toEqual([]);
  expect(ledger).toMatchObject(NOTHING_WRONG);
  expect(await unmade(world, asked)).toEqual([]);
  expect(ledger.made + ledger.unknown).toBe(expectedFiles(asked));
  expect(replica.isGone()).toBe(false);
}

it("a database that crashes and restarts during work loses nothing", async () => {
  const asked = [asking("image", "through two restarts", 4), asking("video", "clip through two restarts")];
  const said = Promise.all(asked.map((one) => sayUntilAccepted(one, () => replica)));
  await server.restart("immediate");
  await said;
  await server.restart("fast", 500);
  await count(asked);
  expect(asked.every((one) => one.acknowledged)).toBe(true);
}, 90_000);

it("a network that swallows packets and drops connections causes no false promise and no crash", async () => {
  const before = asking("image", "before the dark", 3);
  await sayUntilAccepted(before, () => replica);
  database.swallow();
  const into = Array.from({ length: 4 }, (_, index) => asking("image", `into the dark ${index}`));
  // New connections are swallowed too, at every stage.
  const taken: boolean[] = [];
  for (const one of into) taken.push(await sayOnce(one, replica));
  expect(taken).toEqual([false, false, false, false]);
  database.healForNew();
  await Promise.all(into.map((one) => sayUntilAccepted(one, () => replica)));
  await count([before, ...into]);
  expect(into.every((one) => one.acknowledged)).toBe(true);
}, 90_000);

it("a gateway outage of an hour is reported, and waiting requests are made afterwards", async () => {
  await gateway.refuse();
  const asked = [asking("image", "while nobody is there", 2), asking("video", "clip while nobody is there")];
  await Promise.all(asked.map((one) => sayUntilAccepted(one, () => replica)));
  for (let step = 0; step < 3; step++) {
    await pause(1_000);
    await world.age(20 * 60_000);
  }
  const notices = await world.sql<{ label: string }[]>`
    select content->'progress'->'items'->0->>'label' as label from console_messages
    where author = 'easel' and not removed and content->'progress' is not null`;
  expect(notices.map(({ label }) => label)).toEqual(asked.map(() => expect.stringContaining("can't be reached")));
  await gateway.accept();
  await world.age(20 * 60_000);
  await count(asked);
  expect(asked.every((one) => one.acknowledged)).toBe(true);
}, 90_000);
