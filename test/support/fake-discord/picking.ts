import type { RegisteredOption } from "./command-schema.ts";
import { renderChannel, renderMember, renderRoles, renderUser, type Json } from "./render.ts";
import type { FakeChannel, World } from "./world.ts";

/** A file on a person's computer. */
export interface LocalFile {
  readonly name: string;
  readonly contentType?: string;
  readonly content: Buffer;
}

export type Value = string | number | boolean | LocalFile;

/** People, channels and roles are given by their ids. */
const OPTION_TYPES = {
  3: "string",
  4: "number",
  5: "boolean",
  6: "string",
  7: "string",
  8: "string",
  11: "object",
} as const;

/** Discord sends the object along with its id; its client offers only existing ones. */
export function resolve(
  picked: { readonly type: number; readonly id: string; readonly channel: FakeChannel; readonly world: World },
  into: Record<string, Record<string, Json>>,
): void {
  const { type, id, channel, world } = picked;
  const { guild } = channel;
  const member = guild?.members.get(id);
  if (type === 6) {
    const known = member?.user ?? world.users.get(id);
    if (!known) throw new Error(`there is nobody ${id} to pick`);
    into["users"] = { ...into["users"], [id]: renderUser(known) };
    if (guild && member) {
      into["members"] = { ...into["members"], [id]: { ...renderMember(guild, known), user: undefined } };
    }
  }
  if (type === 7) {
    const known = world.channels.get(id);
    if (!known || known.guild !== guild) throw new Error(`there is no channel ${id} to pick`);
    into["channels"] = { ...into["channels"], [id]: renderChannel(known) };
  }
  if (type === 8) {
    const role = guild && renderRoles(guild).find((one) => one["id"] === id);
    if (!role) throw new Error(`there is no role ${id} to pick`);
    into["roles"] = { ...into["roles"], [id]: role };
  }
}

/** Throws for values that the client would not let a person send. */
export function checkValue(option: RegisteredOption, value: Value): void {
  const expected = OPTION_TYPES[option.type];
  if (typeof value !== expected) throw new Error(`${option.name} wants a ${expected}`);
  if (option.type === 4) {
    const number = Number(value);
    if (number < (option.min_value ?? -Infinity) || number > (option.max_value ?? Infinity)) {
      throw new Error(`${option.name} can't be ${number}`);
    }
  }
  if (option.type === 3 && typeof value === "string") {
    const text = value;
    if (text.length > (option.max_length ?? 6000)) throw new Error(`${option.name} is too long`);
    if (option.choices && !option.choices.some((choice) => choice.value === text)) {
      throw new Error(`${option.name} does not offer ${text}`);
    }
  }
}

/** The choices of a menu with several, which tests write as one text. */
export function entriesOf(given: string): readonly string[] {
  return given.split(", ").filter((one) => one !== "");
}

/** Throws if the client would not let a person choose this many. */
export function checkChosen(
  menu: {
    readonly custom_id: string;
    readonly required?: boolean | undefined;
    readonly max_values?: number | undefined;
  },
  chosen: readonly string[],
): void {
  if (menu.required !== false && chosen.length === 0) throw new Error(`${menu.custom_id} is required`);
  if (chosen.length > (menu.max_values ?? 1)) throw new Error(`too many are chosen for ${menu.custom_id}`);
}
