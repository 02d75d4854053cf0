import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { allCodes } from "./errors/codes.ts";
import type { SandboxContext } from "./sandbox-context.ts";
import { GatewayRefusal } from "./errors/gateway-refusal.ts";
import { FaultRequest } from "./errors/fault.ts";
import { bodyOf } from "./recorder.ts";
import { addPath as addOpenPath } from "./route.ts";
import { controlled } from "./request-guards.ts";

/** Largest body of a `/sandbox/...` route: they hold a handful of fields. */
const SANDBOX_CONTROL_BYTES = 64 * 1024;

const ClockRequest = z.strictObject({
  advanceSeconds: z
    .number()
    .min(0)
    .max(100 * 365 * 86_400),
});

/**
 * The routes below `/sandbox/`, for tests and demonstrations. They are not part of the contracts and need no gateway key. The
 * list of codes is always open; the other routes require the secret if there is one.
 */
export function addControlRoutes(app: FastifyInstance, context: SandboxContext, secret: string | undefined): void {
  const { store, calls, clock, wake, renderer, clips, inputs } = context;
  const addPath = (path: string, handlers: Parameters<typeof addOpenPath>[2]): void => {
    const guarded = Object.entries(handlers).map(([method, handler]) => [method, controlled(handler, secret)]);
    addOpenPath(app, path, Object.fromEntries(guarded));
  };

  addOpenPath(app, "/sandbox/codes", { GET: async () => allCodes() });
  addPath("/sandbox/calls", { GET: async () => calls.list() });
  addPath("/sandbox/faults", {
    GET: async () => store.faults(),
    POST: async (request, reply) => {
      reply.code(201);
      return store.addFault(controlBody(request, FaultRequest));
    },
    DELETE: async () => {
      store.clearFaults();
      return { faults: 0 };
    },
  });
  addPath("/sandbox/clock", {
    GET: async () => ({ now: clock.now(), offsetMs: clock.offset() }),
    POST: async (request) => {
      store.advance(controlBody(request, ClockRequest).advanceSeconds * 1000);
      wake.allChanged();
      return { now: clock.now(), offsetMs: clock.offset() };
    },
  });
  addPath("/sandbox/reset", {
    POST: async () => {
      store.reset();
      calls.clear();
      await renderer.clear();
      await clips.clear();
      await inputs.clear();
      wake.allChanged();
      return { reset: true };
    },
  });
}

/** The parsed body of a control call; errors name the field. */
function controlBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const bytes = bodyOf(request);
  if (bytes && bytes.length > SANDBOX_CONTROL_BYTES) throw new GatewayRefusal("request_too_large");
  const parsed = schema.safeParse(parseJson(bytes?.toString() ?? ""));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = issue?.path.join(".") ?? "";
  throw new GatewayRefusal("invalid_value", { param, message: `${param || "body"}: ${issue?.message ?? "invalid"}` });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GatewayRefusal("invalid_json", { message: error instanceof Error ? error.message : "invalid JSON" });
  }
}
