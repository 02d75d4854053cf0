import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { watchAlerts, type AlertWatch } from "../metrics/alert-watch.ts";
import { runEaselScript } from "../process/easel-process.ts";
import { asking, sayUntilAccepted } from "./fault-asking.ts";
import { audit, settled, type Asked } from "./fault-ledger.ts";
import { emptyLedger, NOTHING_WRONG, type Ledger, type Sums } from "./fault-sums.ts";
import { openFaultWorld, pause, type FaultWorld, type Replica, type WorldOptions } from "./fault-world.ts";
import { logTrouble, secretsInEnvironment } from "./log-trouble.ts";
import { readRunbookIncidents } from "./runbook-incidents.ts";

const MINUTE_MS = 60_000;
/** The real time between two scrapes, in which Easel runs into the incident or recovers from it. */
const BETWEEN_MS = 50;
/** How long to ask the doctor until it notices. */
const NOTICES_MS = 30_000;

/** How the alerts' time passes: the interval between scrapes, and what to do before each. */
export interface Passing {
  readonly everyMs?: number;
  readonly meanwhile?: () => Promise<unknown>;
}

/** One of the runbook's incidents, with real processes of Easel, our alert rules, and the doctor. */
export interface Incident {
  readonly world: FaultWorld;
  readonly alerts: AlertWatch;
  /** Starts a process, whose metrics are scraped. The doctor runs on the last process started. */
  start(databaseUrl?: string, environment?: Readonly<Record<string, string>>): Promise<Replica>;
  /** Sends a request and resolves when it is accepted. `isOver` checks its outcome. */
  ask(service: Asked["service"], prompt: string, count?: number): Promise<Asked>;
  /** Lets some minutes pass, and checks that the alert is quiet and that the doctor does not report the incident. */
  isCalm(): Promise<void>;
  /** Waits until the alert fires and the doctor says what the runbook quotes. `withinMs`: in the alerts' time. */
  strikes(withinMs: number, options?: Passing): Promise<void>;
  /**
   * Waits until the alert is quiet again and the doctor's line is gone. Then every request must be finished, made once or
   * reported as failed, and the logs must be explained, without floods and without secrets. Returns the totals.
   */
  isOver(withinMs: number, options?: Passing): Promise<Ledger>;
  close(): Promise<void>;
}

/** `title`: as in the runbook's table, which names the alert and what the doctor says. */
export async function openIncident(title: string, sums: Sums, options: WorldOptions = {}): Promise<Incident> {
  const row = (await readRunbookIncidents()).find((one) => one.title === title);
  if (!row) throw new Error(`the runbook has no incident “${title}”`);
  const lines: string[] = [];
  const world = await openFaultWorld({ ...options, onLog: (line) => void lines.push(line) });
  const replicas: Replica[] = [];
  const asked: Asked[] = [];
  const alive = (): readonly Replica[] => replicas.filter((replica) => !replica.isGone());
  const alerts = await watchAlerts(() => alive().map(({ url }) => url));

  const lastAlive = (): Replica => {
    const replica = alive().at(-1);
    if (!replica) throw new Error("no process is running");
    return replica;
  };
  const { command, says } = row.doctor;
  const complaints = async (): Promise<string> =>
    (await doctorLines(command, lastAlive(), world)).filter((line) => /^[⚠✗]/.test(line)).join("\n");

  return {
    world,
    alerts,
    async start(...given) {
      const replica = await world.start(...given);
      replicas.push(replica);
      return replica;
    },
    async ask(service, prompt, count) {
      const one = asking(service, prompt, count);
      asked.push(one);
      await sayUntilAccepted(one, lastAlive);
      return one;
    },
    async isCalm() {
      await alerts.pass(3 * MINUTE_MS);
      expect(alerts.firing()).not.toContain(row.alert);
      await expect.poll(complaints, { timeout: NOTICES_MS }).not.toMatch(says);
    },
    async strikes(withinMs, passing) {
      await alerts.until(row.alert, "fires", { withinMs, meanwhile: () => pause(BETWEEN_MS), ...passing });
      await expect.poll(complaints, { timeout: NOTICES_MS }).toMatch(says);
    },
    async isOver(withinMs, passing) {
      await alerts.until(row.alert, "is quiet", { withinMs, meanwhile: () => pause(BETWEEN_MS), ...passing });
      await expect.poll(complaints, { timeout: NOTICES_MS }).not.toMatch(says);
      const ledger = emptyLedger();
      try {
        expect(await settled(world, MINUTE_MS)).toEqual([]);
        expect(await audit(world, asked, ledger)).toEqual([]);
        expect(ledger).toMatchObject(NOTHING_WRONG);
        expect(asked.every(({ acknowledged }) => acknowledged)).toBe(true);
        const secrets = replicas.flatMap(({ environment }) => secretsInEnvironment(environment));
        expect(lines).not.toEqual([]);
        expect(await logTrouble(lines, secrets)).toEqual([]);
      } finally {
        sums.add(ledger);
      }
      return ledger;
    },
    close: () => world.close(),
  };
}

/** The lines that one of the two doctors reports, each beginning with its sign. */
async function doctorLines(command: string, replica: Replica, { sql }: FaultWorld): Promise<readonly string[]> {
  if (command === "npm run doctor") {
    const { out } = await runEaselScript("src/app/self-check/main.ts", replica.environment);
    return examined(out, "✓ The configuration is complete.");
  }
  if (command !== "/easel-admin doctor") throw new Error(`not a doctor: ${command}`);
  const id = randomUUID();
  const body = { id, as: "admin", locale: "en", channel: "general", text: command, attachments: [] };
  const sent = await fetch(`${replica.url}/api/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!sent.ok) throw new Error(`the doctor could not be asked: ${await sent.text()}`);
  // The answer is stored before the call returns.
  const [answer] = await sql<{ text: string }[]>`
    select text from console_messages where post_key like ${`answer:message:${id}:%`}`;
  return examined(answer?.text ?? "", "**How Easel is doing**");
}

/** Throws if the doctor could not examine anything, because the machine is busy. The caller asks again. */
function examined(report: string, beginning: string): readonly string[] {
  if (!report.startsWith(beginning)) throw new Error(`the doctor said: ${report}`);
  return report.split("\n");
}
