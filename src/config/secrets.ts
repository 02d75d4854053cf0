import { ConfigError } from "../lib/errors.ts";

const MIN_SECRET_CHARACTERS = 32;

/** Reads `SECRET_KEY`; undefined where one is to be made. */
export function secretKey(given: string | undefined, databaseUrl: string | undefined): string | undefined {
  const mend = "create one with: openssl rand -base64 48";
  if (given === undefined && databaseUrl !== undefined) {
    throw new ConfigError(
      "SECRET_KEY",
      `DATABASE_URL is set without SECRET_KEY, which seals the keys kept there; ${mend}`,
    );
  }
  if (given !== undefined && given.length < MIN_SECRET_CHARACTERS) {
    throw new ConfigError("SECRET_KEY", `SECRET_KEY is shorter than ${MIN_SECRET_CHARACTERS} characters; ${mend}`);
  }
  return given;
}

/** Reads `SECRET_KEY_PREVIOUS`: several with commas in between; what is too short to have been one is a mistake. */
export function previousSecretKeys(given: string | undefined): readonly string[] {
  const keys = (given ?? "").split(",").flatMap((part) => part.trim() || []);
  if (keys.some((key) => key.length < MIN_SECRET_CHARACTERS)) {
    throw new ConfigError(
      "SECRET_KEY_PREVIOUS",
      `SECRET_KEY_PREVIOUS holds a key that is shorter than ${MIN_SECRET_CHARACTERS} characters; set it to what SECRET_KEY was before, several with commas in between.`,
    );
  }
  return keys;
}
