import { ConfigError } from "../lib/errors.ts";

const MIN_SECRET_CHARACTERS = 32;

/** Reads `SECRET_KEY`; undefined if one is to be generated. */
export function secretKey(given: string | undefined, databaseUrl: string | undefined): string | undefined {
  const fix = "create one with: openssl rand -base64 48";
  if (given === undefined && databaseUrl !== undefined) {
    throw new ConfigError(
      "SECRET_KEY",
      `DATABASE_URL is set without SECRET_KEY, which encrypts the gateway keys stored there; ${fix}`,
    );
  }
  if (given !== undefined && given.length < MIN_SECRET_CHARACTERS) {
    throw new ConfigError("SECRET_KEY", `SECRET_KEY is shorter than ${MIN_SECRET_CHARACTERS} characters; ${fix}`);
  }
  return given;
}

/** Reads `SECRET_KEY_PREVIOUS`: keys separated by commas. Refuses keys that are too short. */
export function previousSecretKeys(given: string | undefined): readonly string[] {
  const keys = (given ?? "").split(",").flatMap((part) => part.trim() || []);
  if (keys.some((key) => key.length < MIN_SECRET_CHARACTERS)) {
    throw new ConfigError(
      "SECRET_KEY_PREVIOUS",
      `SECRET_KEY_PREVIOUS contains a key shorter than ${MIN_SECRET_CHARACTERS} characters; set it to the previous values of SECRET_KEY, separated by commas.`,
    );
  }
  return keys;
}
