import { z } from "zod";
import type { SlackIdentity } from "../connect/identity.ts";

/**
 * The fields that name the installation that a delivery is for. In a channel shared between companies, all other fields
 * may belong to another workspace.
 */
const Delivered = z.object({
  /** Events list one installation that can see the event. */
  authorizations: z.array(z.object({ team_id: z.string().nullish() })).nullish(),
  context_team_id: z.string().nullish(),
  /** In events and commands, where it happened. */
  team_id: z.string().nullish(),
  /** In interactions, the app's workspace. In forms, the workspace of the person who submitted it. */
  team: z.object({ id: z.string() }).nullish(),
  user: z.object({ team_id: z.string().nullish() }).nullish().catch(undefined),
  view: z.object({ app_installed_team_id: z.string().nullish() }).nullish(),
  message: z.object({ bot_id: z.string().nullish() }).nullish().catch(undefined),
});

/** Whether Slack delivered this for our workspace, not for another one that installed the same app. */
export function isDeliveredTo({ teamId, botId }: SlackIdentity, body: unknown): boolean {
  const given = Delivered.safeParse(body);
  if (!given.success) return false;
  const { authorizations, context_team_id, team_id, team, user, view, message } = given.data;
  const authorized = (authorizations ?? []).flatMap((one) => one.team_id ?? []);
  if (authorized.length > 0) return authorized.includes(teamId);
  // Members of other workspaces can press buttons of Easel's messages.
  if (botId !== "" && message?.bot_id === botId) return true;
  return (view?.app_installed_team_id ?? context_team_id ?? team?.id ?? user?.team_id ?? team_id) === teamId;
}
