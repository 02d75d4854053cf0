import { z } from "zod";
import type { SlackIdentity } from "../connect/identity.ts";

/** What says for which installation of the app something is delivered. Where companies share a channel, the rest may be foreign. */
const Delivered = z.object({
  /** Of events. Slack lists one installation that the event is visible to. */
  authorizations: z.array(z.object({ team_id: z.string().nullish() })).nullish(),
  context_team_id: z.string().nullish(),
  /** Of events and commands: where it happened. */
  team_id: z.string().nullish(),
  /** Of interactions: the app's workspace, but in a form the one of who filled it in. */
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ team_id: z.string().nullish() }).nullish().catch(undefined),
  view: z.object({ app_installed_team_id: z.string().nullish() }).nullish(),
  message: z.object({ bot_id: z.string().nullish() }).nullish().catch(undefined),
});

/** Whether Slack delivered this for our workspace, and not for another one that the same app is installed in. */
export function isDeliveredTo({ teamId, botId }: SlackIdentity, body: unknown): boolean {
  const given = Delivered.safeParse(body);
  if (!given.success) return false;
  const { authorizations, context_team_id, team_id, team, user, view, message } = given.data;
  const authorized = (authorizations ?? []).flatMap((one) => one.team_id ?? []);
  if (authorized.length > 0) return authorized.includes(teamId);
  // A button of our own message, pressed by anyone.
  if (botId !== "" && message?.bot_id === botId) return true;
  return (view?.app_installed_team_id ?? context_team_id ?? team?.id ?? user?.team_id ?? team_id) === teamId;
}
