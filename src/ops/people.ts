import type { GroupStore } from "../account/groups.ts";
import type { People } from "../account/people.ts";
import type { AccountStore } from "../account/store.ts";
import type { Database } from "../db/connection.ts";
import { createGroupStore } from "../db/group-store.ts";
import { createPeopleStore } from "../db/people-store.ts";

/** What commands need to know of people and groups. */
export interface PeoplePorts {
  readonly groups: GroupStore;
  readonly people: People;
}

export function openPeople(db: Database, accounts: AccountStore): PeoplePorts {
  return { groups: createGroupStore(db), people: createPeopleStore(db, accounts) };
}
