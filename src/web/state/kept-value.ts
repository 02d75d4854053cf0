// Checks for values from the browser's storage, which another version of the page may have written.

/** Whether it is an object with named fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether it is a text, or missing. */
export function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Whether it is a number, or missing. */
export function isOptionalNumber(value: unknown): value is number | undefined {
  return value === undefined || typeof value === "number";
}
