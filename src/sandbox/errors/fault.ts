import { z } from "zod";

const status = z.number().int().min(200).max(599);
const code = z.string().min(1).max(80);
const ms = z.number().int().min(0);

/** Every type accepts these three, so that one body serves for all types. A type ignores what it does not use. */
const SHARED = { status: status.optional(), code: code.optional(), ms: ms.optional() };

/** What a fault does to a matching call (`docs/sandbox.md`, "Make something go wrong"). */
export const FaultAction = z.discriminatedUnion("type", [
  /** Answers instead of the service, after `ms`: an error body with `code`, or `body` unchanged. */
  z.strictObject({
    ...SHARED,
    type: z.literal("status"),
    status,
    message: z.string().max(1000).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional(),
    /** Handles the call first, and replaces its answer. */
    after: z.boolean().optional(),
  }),
  /** Waits, then continues as usual. */
  z.strictObject({ ...SHARED, type: z.literal("delay"), ms }),
  /** Breaks the connection before anything was accepted. */
  z.strictObject({ ...SHARED, type: z.literal("drop-before") }),
  /** Handles the call, and breaks the connection instead of answering. */
  z.strictObject({ ...SHARED, type: z.literal("drop-after") }),
  /** Never answers; after `ms`, if given, the connection breaks. */
  z.strictObject({ ...SHARED, type: z.literal("hang") }),
  /** Breaks the connection in the middle of the answer; an event stream after its first event and `ms`. */
  z.strictObject({ ...SHARED, type: z.literal("cut") }),
]);
export type FaultAction = z.infer<typeof FaultAction>;

/** The body of `POST /sandbox/faults`. `path` may hold `*` for any text; a missing field matches everything. */
export const FaultRequest = z.strictObject({
  match: z
    .strictObject({ method: z.string().min(1).max(10).optional(), path: z.string().min(1).max(500).optional() })
    .default({}),
  action: FaultAction,
  times: z.number().int().min(1).max(1_000_000).default(1),
});
export type FaultRequest = z.infer<typeof FaultRequest>;

/** A stored fault: `times` is the number of uses left. */
export const Fault = FaultRequest.extend({ id: z.string() });
export type Fault = z.infer<typeof Fault>;

/** Whether the fault applies to a call. `path` is without its query. */
export function matches(fault: Fault, method: string, path: string): boolean {
  const { match } = fault;
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match.path === undefined || patternOf(match.path).test(path);
}

/** `*` and `{name}` match any text; everything else is literal. */
function patternOf(path: string): RegExp {
  const parts = path.split(/\*|\{\w+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`);
}
