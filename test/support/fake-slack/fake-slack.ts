import { buttonsOf, readBlock } from "./reading.ts";
import type { Carrier } from "./delivery.ts";
import { httpCarrier } from "./http-carrier.ts";
import { createFaults, type Fault, type LedgerEntry } from "./ledger.ts";
import { createMember, type Act, type Member } from "./member.ts";
import { startServer } from "./server.ts";
import { runStep } from "./methods-functions.ts";
import { startSockets, type FakeSockets } from "./sockets.ts";
import {
  addChannel,
  addUser,
  createWorld,
  directChannel,
  type Block,
  type FakeChannel,
  type FakeExecution,
  type FakeMessage,
  type FakeUser,
  type FakeWorld,
} from "./world.ts";

/** A local Slack: Web API, Socket Mode, signed HTTP deliveries, and the people of one workspace. */
export interface FakeSlack {
  readonly world: FakeWorld;
  /** The value for `SLACK_API_URL`. */
  readonly apiUrl: string;
  /** Every call, in order. */
  readonly ledger: readonly LedgerEntry[];
  readonly sockets: FakeSockets;
  calls(method: string): LedgerEntry[];
  /** Makes the next calls of a method fail. */
  fault(method: string, fault: Fault, times?: number): void;
  /** Makes every call fail and cuts the sockets, or restores Slack. */
  faultAll(fault: Fault | undefined): void;
  /** Delivers to this address over HTTP instead of sockets. */
  deliverTo(address: string): void;
  /** The current delivery address. */
  target(): string;
  /** Breaks off every unanswered HTTP delivery. */
  hangUp(): void;
  addChannel(channel: Parameters<typeof addChannel>[1]): FakeChannel;
  /** Adds a person to all existing channels. */
  join(user: Partial<FakeUser> & { readonly name: string }): Member;
  directWith(member: Member): FakeChannel;
  /** A workflow reaches one of the app's steps. */
  runStep(callbackId: string, inputs: Readonly<Record<string, unknown>>): Act & { readonly execution: FakeExecution };
  /** The existing messages of a channel, or of all channels. */
  messages(channel?: string): FakeMessage[];
  /** The bot's messages with text, not only files. */
  said(channel?: string): FakeMessage[];
  /** A message's text as a person reads it, without its small print. */
  read(message: { readonly blocks: readonly Block[]; readonly text: string }): string;
  /** A message's link, as its menu copies it. */
  linkTo(message: { readonly channel: string; readonly ts: string; readonly threadTs?: string | undefined }): string;
  buttons(message: { readonly blocks: readonly Block[] }): { id: string; label: string }[];
  /** The messages that only this person sees. */
  privately(userId: string): string[];
  close(): Promise<void>;
}

export async function startFakeSlack(): Promise<FakeSlack> {
  const world = createWorld();
  const ledger: LedgerEntry[] = [];
  const faults = createFaults();
  let target: string | undefined;
  const server = await startServer({ world, faults, ledger, ticket: () => sockets.ticket() });
  const sockets = startSockets(world, server.http.server);
  const byHttp = httpCarrier(world, () => target ?? "");
  const deliver: Carrier = (kind, payload, retry) =>
    target === undefined ? sockets.deliver(kind, payload, retry) : byHttp.deliver(kind, payload, retry);
  const nameOf = (id: string): string => world.users.get(id)?.displayName ?? world.channels.get(id)?.name ?? id;
  const messages = (channel?: string): FakeMessage[] =>
    world.messages.filter((one) => !one.isDeleted && (channel === undefined || one.channel === channel));
  const read: FakeSlack["read"] = ({ blocks }) =>
    blocks
      .filter((block) => block["type"] === "rich_text" || block["type"] === "section")
      .map((block) => readBlock(block, nameOf))
      .join("\n");

  return {
    world,
    apiUrl: `${world.origin}/api/`,
    ledger,
    sockets,
    calls: (method) => ledger.filter((entry) => entry.method === method),
    fault: faults.add,
    faultAll(fault) {
      faults.always(fault);
      if (fault) sockets.cut();
    },
    deliverTo: (address) => void (target = address),
    target: () => target ?? "",
    hangUp: byHttp.hangUp,
    addChannel: (channel) => addChannel(world, channel),
    join(given) {
      const user = addUser(world, given);
      for (const channel of world.channels.values()) if (!channel.kind.endsWith("im")) channel.members.add(user.id);
      return createMember(world, user, deliver);
    },
    runStep: (callbackId, inputs) => runStep(world, deliver, callbackId, inputs),
    directWith: (member) => directChannel(world, member.user.id),
    messages,
    said: (channel) => messages(channel).filter((one) => one.botId !== undefined && one.blocks.length > 0),
    read,
    buttons: ({ blocks }) => buttonsOf(blocks).map(({ id, label }) => ({ id, label })),
    linkTo({ channel, ts, threadTs }) {
      const thread = threadTs === undefined ? "" : `?thread_ts=${threadTs}&cid=${channel}`;
      return `https://fake.slack.com/archives/${channel}/p${ts.replace(".", "")}${thread}`;
    },
    privately: (userId) => world.ephemerals.filter((one) => one.userId === userId).map(read),
    async close() {
      sockets.close();
      await server.close();
    },
  };
}
