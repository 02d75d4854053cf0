import type { FaultRequest } from "../../../src/sandbox/errors/fault.ts";
import { asking, liftWaitingBound, sayUntilAccepted } from "./fault-asking.ts";
import type { Asked } from "./fault-ledger.ts";
import { FAULT_POINTS } from "./fault-points.ts";
import { oneOf, seededRandom } from "./fault-random.ts";
import { pause, type FaultWorld, type Replica } from "./fault-world.ts";
import { startTcpProxy, type TcpProxy } from "../process/tcp-proxy.ts";

export interface Storm {
  readonly seed: number;
  readonly replicas: number;
  readonly kills: number;
  /** Reports progress, because a storm takes long: called at every kill with their number. */
  readonly onKill?: (kills: number) => void;
}

/** What happened in a storm. */
export interface Weather {
  readonly asked: readonly Asked[];
  kills: number;
  /** Processes that ended without being killed. */
  crashes: number;
  freezes: number;
  cuts: number;
  faults: number;
}

interface Place {
  replica: Replica;
  readonly wire: TcpProxy;
  readonly databaseUrl: string;
  busy: boolean;
}

const ACTIONS: readonly FaultRequest["action"][] = [
  { type: "drop-before" },
  { type: "drop-after" },
  { type: "cut" },
  { type: "delay", ms: 300 },
  { type: "hang", ms: 1_000 },
  { type: "status", status: 502, code: "bad_gateway", after: true },
  { type: "status", status: 503, code: "overloaded", headers: { "retry-after": "1" } },
  { type: "status", status: 429, code: "rate_limit_error" },
];
/** Limits the requests per kill. Otherwise, they would pile up on a slow machine, on which kills take longer. */
const ASKED_PER_KILL = 3;
/** More faults would pile up while few processes run, until no process could start any more. */
const FAULTS_PER_KILL = 3;
const PATHS = ["/api/v1/images/*", "/v1/videos*"];
/** Long, because a storm takes long to end: every request is accepted eventually if a process runs in the end. */
const PATIENCE_MS = 10 * 60_000;
/** A start calls the gateway and uses up one of the accumulated faults, so several may be needed. */
const START_PATIENCE_MS = 2 * 60_000;

/**
 * Sends requests while processes are killed and frozen, the database is cut off or swallows packets, and the gateway fails. All
 * of this is random, but reproducible by the seed. Resolves when everything works again and every request was accepted; results
 * may still be pending.
 */
export async function letItStorm(world: FaultWorld, storm: Storm): Promise<Weather> {
  const random = seededRandom(storm.seed);
  const asked: Asked[] = [];
  const weather: Weather = { asked, kills: 0, crashes: 0, freezes: 0, cuts: 0, faults: 0 };
  const places = await Promise.all(Array.from({ length: storm.replicas }, openPlace));
  const under: Promise<unknown>[] = [];
  const troubles: unknown[] = [];
  const begin = (work: Promise<unknown>): void => {
    under.push(work.catch((error: unknown) => troubles.push(error)));
  };
  const anyone = (): Replica => oneOf(places, Math.random).replica;
  await liftWaitingBound(anyone());

  for (let step = 0; weather.kills < storm.kills; step++) {
    const chance = random();
    if (chance < 0.4) {
      if (asked.length < ASKED_PER_KILL * (weather.kills + 1)) ask(step);
    } else if (chance < 0.55) {
      if (weather.faults < FAULTS_PER_KILL * (weather.kills + 1)) meddle();
    } else disturb(chance);
    if (step % 20 === 19) await world.ageUnknown();
    await pause(random() * 250);
  }
  await world.clearFaults();
  await Promise.all(under);
  for (const place of places) {
    place.wire.heal();
    if (!place.replica.isGone()) continue;
    weather.crashes += 1;
    await startAgain(place);
  }
  if (troubles.length > 0) throw new AggregateError(troubles, String(troubles[0]));
  return weather;

  function ask(step: number): void {
    const service = random() < 0.75 ? "image" : "video";
    const one = asking(
      service,
      `storm ${storm.seed} step ${step}`,
      service === "image" ? 1 + Math.floor(random() * 3) : 1,
    );
    asked.push(one);
    const deliveries = random() < 0.3 ? 4 : 1;
    for (let delivery = 0; delivery < deliveries; delivery++) begin(sayUntilAccepted(one, anyone, PATIENCE_MS));
  }

  function meddle(): void {
    weather.faults += 1;
    const match = { path: oneOf(PATHS, random), ...(random() < 0.5 ? { method: "POST" } : {}) };
    begin(world.fault({ match, action: oneOf(ACTIONS, random), times: 1 + Math.floor(random() * 2) }));
  }

  function disturb(chance: number): void {
    const place = oneOf(places, random);
    const [point, hit, ms] = [oneOf(FAULT_POINTS, random), 1 + Math.floor(random() * 2), random()];
    if (place.busy) return;
    place.busy = true;
    const disturbance = chance < 0.92 ? kill(place, point, hit) : chance < 0.96 ? freeze(place, ms) : cutOff(place, ms);
    begin(disturbance.finally(() => (place.busy = false)));
  }

  async function kill(place: Place, point: (typeof FAULT_POINTS)[number], hit: number): Promise<void> {
    weather.kills += 1;
    storm.onKill?.(weather.kills);
    if (place.replica.isGone()) weather.crashes += 1;
    else await place.replica.arm({ point, hit, signal: "SIGKILL" });
    await Promise.race([place.replica.gone, pause(1_500)]);
    await place.replica.kill();
    await startAgain(place);
  }

  /** A start fails while the gateway does not answer; a supervisor would restart the process. */
  async function startAgain(place: Place): Promise<void> {
    const deadline = performance.now() + START_PATIENCE_MS;
    for (;;) {
      try {
        place.replica = await world.start(place.databaseUrl);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }

  async function freeze({ replica }: Place, chance: number): Promise<void> {
    weather.freezes += 1;
    replica.freeze();
    await pause(2_000 + chance * 16_000);
    replica.thaw();
  }

  async function cutOff({ wire }: Place, chance: number): Promise<void> {
    weather.cuts += 1;
    if (chance < 0.5) wire.cut();
    else wire.swallow();
    await pause(1_000 + chance * 12_000);
    wire.heal();
  }

  async function openPlace(): Promise<Place> {
    const address = new URL(world.databaseUrl);
    const wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.host = `127.0.0.1:${wire.port}`;
    return { replica: await world.start(address.href), wire, databaseUrl: address.href, busy: false };
  }
}
