import { Routes, type REST } from "discord.js";
import type { CommandSpec } from "../../command/spec.ts";
import { hashOf, registrationOf } from "./commands.ts";
import type { DiscordStore } from "./store.ts";

/** Registers the commands when they are others than those that were registered last, by whichever process. */
export async function registerCommands(
  rest: REST,
  store: DiscordStore,
  application: string,
  specs: readonly CommandSpec[],
): Promise<boolean> {
  const body = registrationOf(specs);
  const hash = hashOf(body);
  if ((await store.registeredHash(application)) === hash) return false;
  await rest.put(Routes.applicationCommands(application), { body });
  await store.registered(application, hash);
  return true;
}
