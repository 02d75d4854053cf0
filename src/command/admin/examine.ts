import type { Finding } from "../../core/account/doctor.ts";
import type { Place } from "../../core/account/membership.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";

/** The state of every part, and what must be fixed in this conversation, as an admin may see them. */
export async function examine(
  place: Place,
  signal: AbortSignal,
  context: CommandContext,
): Promise<{ readonly findings: readonly Finding[]; readonly here: readonly string[] }> {
  const { texts, platform } = context;
  const { conversation, actor } = place;
  const { organisationId } = await actingOf(place, context);
  // Other admins must not be able to switch on more workspaces at the operator's cost.
  const isOperator = platform.capabilities.adminsAreOperators;
  const findings = await context.doctor.examine(organisationId, isOperator, signal);
  const asked = platform.capabilities.problemsIn?.(conversation, actor.locale) ?? Promise.resolve([]);
  const here = await asked.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    return [texts.doctor.platformAway];
  });
  return { findings, here };
}
