/** The people who can act in the Console. They have no log-ins of their own, so that one person can try both roles. */
export const PERSON_IDS = ["admin", "member"] as const;
export type PersonId = (typeof PERSON_IDS)[number];

/** The author of Easel's own messages. */
export const EASEL_ID = "easel";

/** The Console's one workspace and its initial channels. */
export const WORKSPACE = "main";
export const FIRST_CHANNELS = ["general", "studio"] as const;

const NAMES: Record<PersonId, string> = { admin: "Ada (admin)", member: "Max (member)" };

/** Each person's roles in the workspace. */
export const ROLES: Record<PersonId, readonly string[]> = { admin: ["admins"], member: ["makers"] };

export function isPersonId(id: string): id is PersonId {
  return PERSON_IDS.some((known) => known === id);
}

/** The name shown for an author: a person or Easel. */
export function displayName(author: string): string {
  if (isPersonId(author)) return NAMES[author];
  return author === EASEL_ID ? "Easel" : author;
}
