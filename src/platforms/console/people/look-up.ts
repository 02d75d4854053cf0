import type { Named, NamedKind } from "../../../core/chat/platform.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import { displayName, PERSON_IDS, ROLES } from "../api/people.ts";

/** See `Platform.lookUp`. People are found by name, first name or id; channels by name or id. */
export async function lookUp(channels: KnownChannels, kind: NamedKind, given: string): Promise<Named | undefined> {
  const name = given.trim().replace(/^[@#]/, "").toLowerCase();
  switch (kind) {
    case "person": {
      const id = PERSON_IDS.find((one) => [one, ...namesOf(displayName(one))].includes(name));
      return id && { id, name: displayName(id), roles: ROLES[id] };
    }
    case "role": {
      const id = Object.values(ROLES)
        .flat()
        .find((role) => role === name);
      return id === undefined ? undefined : { id, name: id };
    }
    case "channel":
      return name === "" ? undefined : channels.find(name);
  }
}

function namesOf(shown: string): string[] {
  const whole = shown.toLowerCase();
  return [whole, whole.split(" ")[0] ?? whole];
}
