import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailableError } from "../../../lib/errors.ts";
import { CONSOLE_SESSION_MS } from "../../../lib/limits.ts";
import { networkOf } from "../../../lib/network.ts";
import { LOCALES, nearestLocale, type Locale } from "../../../lib/locale.ts";
import { pathOf, placeInPath } from "../api/message-link.ts";
import { fail } from "./failure-response.ts";
import type { Login } from "./login.ts";
import { dropCookie, readCookie, setCookie } from "./login-cookies.ts";
import { loginPage } from "./login-page.ts";

/** Size limit of the log-in form: one password of any reasonable length. */
const CONSOLE_LOGIN_BYTES = 16 * 1024;
/** How long a browser counts as one in which someone has logged in. */
const CONSOLE_DEVICE_MS = 365 * 24 * 3_600_000;

/** Routes that answer without a session. */
const OPEN_ROUTES = new Set(["/login", "/logout"]);

/** How the Console's routes check who is logged in. */
export interface Sessions {
  /** The session id in a request's cookie, whether or not the session is still valid. Makes no look-up. */
  of(request: FastifyRequest): string | undefined;
  /** Whether a request comes from someone who is logged in. */
  readonly isLoggedIn: (request: FastifyRequest) => Promise<boolean>;
  during: Login["during"];
}

export function createSessions(login: Login, ownOrigins: readonly string[]): Sessions {
  const of = (request: FastifyRequest): string | undefined =>
    login.sessionOf(readCookie(request, "easel_console", ownOrigins));
  return {
    of,
    async isLoggedIn(request) {
      const session = of(request);
      return session !== undefined && (await login.goesOn(session, false));
    },
    during: (session, work) => login.during(session, work),
  };
}

/** Requires a session for everything but the log-in itself. */
export function addLogin(
  server: FastifyInstance,
  { login, sessions, ownOrigins }: { login: Login; sessions: Sessions; ownOrigins: readonly string[] },
): void {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: CONSOLE_LOGIN_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  server.addHook("onRequest", async (request, reply) => {
    // Compare the matched route, not the address, which can be written in many ways.
    const route = request.routeOptions.url ?? "";
    if (OPEN_ROUTES.has(route)) return undefined;
    const session = sessions.of(request);
    if (session !== undefined && (await goesOn(session, route))) return undefined;
    if (request.headers["sec-fetch-mode"] === "navigate" || request.headers.accept?.includes("text/html")) {
      const [path = ""] = request.url.split("?", 1);
      return reply.redirect(placeInPath(path) ? `/login?next=${encodeURIComponent(path)}` : "/login", 303);
    }
    return fail(reply, 401, "login_required", "Log in first.");
  });

  server.get("/login", async (request, reply) => {
    page(reply).send(loginPage(localeOf(request), nextOf(request)));
    return reply;
  });

  server.post("/login", { bodyLimit: CONSOLE_LOGIN_BYTES }, async (request, reply) => {
    const device = login.deviceOf(readCookie(request, "easel_device", ownOrigins));
    const entered = await login.enter(field(request, "password"), { network: networkOf(request.ip), device });
    switch (entered.kind) {
      case "wrong":
      case "away":
        return page(reply)
          .code(entered.kind === "wrong" ? 403 : 503)
          .send(loginPage(localeOf(request), nextOf(request), entered));
      case "wait": {
        const seconds = Math.ceil(entered.ms / 1000);
        reply.code(429).header("retry-after", seconds);
        return page(reply).send(loginPage(localeOf(request), nextOf(request), { kind: "wait", seconds }));
      }
      case "in": {
        const before = sessions.of(request);
        if (before !== undefined) await login.leave(before);
        const session = { name: "easel_console", token: entered.session, lifeMs: CONSOLE_SESSION_MS } as const;
        const known = { name: "easel_device", token: entered.device, lifeMs: CONSOLE_DEVICE_MS } as const;
        setCookie(request, reply, session, ownOrigins);
        setCookie(request, reply, known, ownOrigins);
        return reply.header("cache-control", "no-store").redirect(nextOf(request), 303);
      }
    }
  });

  server.post("/logout", { bodyLimit: CONSOLE_LOGIN_BYTES }, async (request, reply) => {
    const session = sessions.of(request);
    if (session !== undefined && (await login.goesOn(session, false))) {
      if (field(request, "everywhere") === "yes") await login.leaveEverywhere();
      else await login.leave(session);
    }
    dropCookie(reply, "easel_console");
    // On a shared machine, the next person must not find pictures in the browser's cache.
    reply.headers({ "cache-control": "no-store", "clear-site-data": '"cache"' });
    return reply.redirect(`/login?locale=${localeOf(request)}`, 303);
  });

  /**
   * Whether the session is valid. A valid session counts as used by this request, except for the event stream, which the page
   * reopens by itself. While the database is unavailable, the page is served unchecked: it contains no data of people, and it
   * shows what is wrong.
   */
  async function goesOn(session: string, route: string): Promise<boolean> {
    try {
      return await login.goesOn(session, route !== "/api/events");
    } catch (error) {
      if (error instanceof DatabaseUnavailableError && !route.startsWith("/api/")) return true;
      throw error;
    }
  }
}

function page(reply: FastifyReply): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
}

function field({ body }: FastifyRequest, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
}

/** A field of the form, or else a parameter of the address. */
function given(request: FastifyRequest, name: string): string {
  return field(request, name) || (new URL(request.url, "http://easel").searchParams.get(name) ?? "");
}

/** The path to open after the log-in: the requested channel or message. Never leads out of the Console. */
function nextOf(request: FastifyRequest): string {
  const place = placeInPath(given(request, "next"));
  return place?.channel === undefined ? "/" : pathOf(place.channel, place.id);
}

/** The page's language, or else the browser's. */
function localeOf(request: FastifyRequest): Locale {
  const asked = given(request, "locale");
  return LOCALES.find((locale) => locale === asked) ?? nearestLocale(request.headers["accept-language"]);
}
