import type { Finding } from "../../core/account/doctor.ts";
import type { Place } from "../../core/account/membership.ts";
import { decodeConversation, encodeConversation, type Conversation } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import { DatabaseUnavailableError } from "../../lib/errors.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";

/** The state of every part, and what must be fixed in this workspace and conversation. Leaves out what this admin may not see. */
export async function examine(
  place: Place,
  signal: AbortSignal,
  context: CommandContext,
): Promise<{ readonly findings: readonly Finding[]; readonly here: readonly string[] }> {
  const { texts, platform } = context;
  const { conversation, actor } = place;
  const { organisationId } = await actingOf(place, context);
  // Only operators may see claim codes: other admins could switch on workspaces at the operator's cost.
  const isOperator = platform.capabilities.adminsAreOperators;
  const findings = await context.doctor.examine(organisationId, isOperator, signal);
  const { problemsOf, problemsIn } = platform.capabilities;
  const asked = Promise.all([
    problemsOf?.(conversation.workspace, actor.locale) ?? [],
    problemsIn?.(conversation, actor.locale) ?? [],
  ]);
  const here = await asked.catch(unlessAway);
  return { findings, here: here?.flat() ?? [texts.doctor.platformAway] };
}

interface ChannelProblem {
  readonly name: string;
  readonly problem: string;
}

/** Other recently used channels. */
export interface OtherChannels {
  /** What must be fixed, by channel. */
  readonly problems: readonly ChannelProblem[];
  readonly well: number;
  /** Channels that the platform did not answer about. */
  readonly unchecked: number;
}

/** Asks the platform about the admin channel and each recently used channel. */
export async function examineChannels(place: Place, context: CommandContext): Promise<OtherChannels> {
  const { platform, doctor, texts } = context;
  const { conversation, actor } = place;
  const { problemsIn } = platform.capabilities;
  if (!problemsIn) return { problems: [], well: 0, unchecked: 0 };
  const { organisationId } = await actingOf(place, context);
  const used = await doctor.channelsInUse(organisationId, conversation);
  const adminChannel = await adminChannelElsewhere(organisationId, conversation, context);
  const isUsed = used.some((there) => encodeConversation(there) === adminChannel);
  const checkedAdmins = adminChannel === undefined || isUsed ? [] : await checkAll([decodeConversation(adminChannel)]);
  const checked = await checkAll(used);
  return {
    problems: [...checkedAdmins, ...checked].flatMap((problems) => problems ?? []),
    well: checked.filter((problems) => problems?.length === 0).length,
    unchecked: [...checkedAdmins, ...checked].filter((problems) => problems === undefined).length,
  };

  function checkAll(channels: readonly Conversation[]): Promise<(ChannelProblem[] | undefined)[]> {
    return Promise.all(channels.map((there) => check(there).catch(unlessAway)));
  }

  async function check(there: Conversation): Promise<ChannelProblem[]> {
    const problems = (await problemsIn?.(there, actor.locale)) ?? [];
    if (problems.length === 0) return [];
    const found = await platform.lookUp(conversation, "channel", there.channel);
    const name = found?.name ?? there.channel;
    const called = encodeConversation(there) === adminChannel ? texts.doctor.adminChannel(name) : name;
    return problems.map((problem) => ({ name: called, problem }));
  }
}

/** The admin channel, encoded, unless it is this one. Undefined while the database is away too. */
async function adminChannelElsewhere(
  organisationId: string,
  { thread: _thread, ...here }: Conversation,
  { policies }: Pick<CommandContext, "policies">,
): Promise<string | undefined> {
  try {
    const { adminChannel } = await policies.workspace(organisationId, here);
    return adminChannel === encodeConversation(here) ? undefined : adminChannel;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return undefined;
    throw error;
  }
}

function unlessAway(error: unknown): undefined {
  if (!(error instanceof PlatformError)) throw error;
  return undefined;
}
