import { operatorCode } from "../../core/account/access-codes.ts";
import type { ConfiguredKeyring } from "../../core/account/keys/enter-keys.ts";
import type { GroupStore } from "../../core/account/groups.ts";
import type { Linking } from "../../core/account/linking.ts";
import type { PresetStore } from "../../core/account/presets.ts";
import type { Forgetting } from "../../core/account/forgetting.ts";
import type { PersonalData } from "../../core/account/personal-data.ts";
import type { People } from "../../core/account/people.ts";
import { createSeal } from "../../core/account/keys/seal.ts";
import type { AccountStore } from "../../core/account/account-store.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/connection.ts";
import { createGroupStore } from "../../db/accounts/group-store.ts";
import { createLinking } from "../../db/accounts/linking-store.ts";
import { createPresetStore } from "../../db/accounts/preset-store.ts";
import { createForgetting } from "../../db/retention/forget-account.ts";
import { createPersonalData } from "../../db/accounts/personal-data.ts";
import { createPeopleStore } from "../../db/accounts/people-store.ts";
import type { SecretKeys } from "./secret-key.ts";

/** Ports of people and groups, for the commands. */
interface PeoplePorts {
  readonly groups: GroupStore;
  readonly people: People;
  readonly personal: PersonalData;
  readonly forgetting: Forgetting;
  readonly linking: Linking;
  readonly presets: PresetStore;
}

export interface OpenedPeople {
  readonly ports: PeoplePorts;
  /** The configured code, or one derived from the secret key. */
  readonly operatorCode: string;
}

export function openPeople(context: {
  readonly config: Pick<Config, "operatorCode">;
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly secretKeys: SecretKeys;
  readonly configuredKeys: Pick<ConfiguredKeyring, "enterFor">;
}): OpenedPeople {
  const { config, db, accounts, secretKeys, configuredKeys } = context;
  const code = config.operatorCode ?? operatorCode(secretKeys.current);
  const seal = createSeal(secretKeys.current, secretKeys.previous);
  const linking = createLinking(db, { secretKey: secretKeys.current, operatorCode: code, seal });
  return {
    ports: {
      groups: createGroupStore(db),
      people: createPeopleStore(db, accounts),
      personal: createPersonalData(db),
      forgetting: createForgetting(db),
      linking: {
        ...linking,
        async claim(claimer, typed, organisation) {
          const claimed = await linking.claim(claimer, typed, organisation);
          // If this fails, the workers enter the keys in their next round.
          if (claimed.kind === "claimed") await configuredKeys.enterFor(claimed.organisationId);
          return claimed;
        },
      },
      presets: createPresetStore(db),
    },
    operatorCode: code,
  };
}
