import type { Key } from "../../core/account/keys/key.ts";
import type { Membership } from "../../core/account/membership.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { Service } from "../../core/job/job.ts";
import type { Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";

/** The owners of the keys that would make a member's requests now, one line per service. Admins also see the keys. */
export async function tierLines(
  services: readonly Service[],
  membership: Membership,
  isAdmin: boolean,
  { keyring, clock, texts }: Pick<CommandContext, "keyring" | "clock" | "texts">,
): Promise<readonly string[]> {
  const mayOwn = membership.policy.ownKeys?.value === true;
  const scopes = membership.scopes.filter(({ kind }) => kind !== "account" || mayOwn);
  const lineFor = async (service: Service): Promise<string> => {
    const tier = await keyring.tierFor(membership.organisationId, service, scopes, clock.now());
    if (!tier) return texts.keys.tier.none(service);
    const names = tier.keys.map(({ name, masked }) => `${escapeText(name)} \`${masked}\``).join(", ");
    const line = texts.keys.tier.served(service, whose(tier.keys, membership, texts));
    return isAdmin ? `${line} (${names})` : line;
  };
  return Promise.all(services.map(lineFor));
}

/** The owner of a tier's keys, which may be several groups. */
function whose(keys: readonly Key[], { groups }: Membership, { keys: say }: Texts): string {
  switch (keys[0]?.scope.kind) {
    case "account":
      return say.tier.own;
    case "group": {
      const ids = new Set(keys.map(({ scope }) => scope.id));
      const names = groups.filter(({ id }) => ids.has(id)).map(({ name }) => escapeText(name));
      return say.tier.group(names.join(", "));
    }
    case "workspace":
      return say.tier.workspace;
    default:
      return say.tier.everyone;
  }
}
