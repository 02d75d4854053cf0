import type { FastifyInstance, FastifyRequest } from "fastify";
import { CONSOLE_LOGIN_MS, CONSOLE_LOGIN_WINDOW_MS } from "../../../lib/limits.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { fail } from "./failure.ts";
import type { Login } from "./login.ts";
import { loginPage } from "./login-page.ts";

const COOKIE = "easel_console";

/** Nothing but the login itself is answered without its cookie. */
export function addLogin(server: FastifyInstance, login: Login): void {
  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });

  server.addHook("onRequest", async (request, reply) => {
    if (request.url.split("?")[0] === "/login" || login.admits(cookieOf(request))) return undefined;
    if (request.headers["sec-fetch-mode"] === "navigate" || request.headers.accept?.includes("text/html")) {
      return reply.redirect("/login", 303);
    }
    return fail(reply, 401, "login_required", "Log in first.");
  });

  server.get("/login", async (request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(loginPage(localeOf(request))),
  );

  server.post("/login", async (request, reply) => {
    const password = request.body instanceof URLSearchParams ? (request.body.get("password") ?? "") : "";
    const entered = login.enter(password, request.ip);
    reply.header("cache-control", "no-store");
    if (typeof entered === "string") {
      if (entered === "too_many") reply.header("retry-after", Math.ceil(CONSOLE_LOGIN_WINDOW_MS / 1000));
      return reply
        .code(entered === "too_many" ? 429 : 403)
        .type("text/html; charset=utf-8")
        .send(loginPage(localeOf(request), entered));
    }
    const secure = request.protocol === "https" || request.headers.origin?.startsWith("https:") ? "; Secure" : "";
    const life = `Max-Age=${CONSOLE_LOGIN_MS / 1000}`;
    return reply
      .header("set-cookie", `${COOKIE}=${entered.cookie}; Path=/; HttpOnly; SameSite=Strict; ${life}${secure}`)
      .redirect("/", 303);
  });
}

function cookieOf(request: FastifyRequest): string | undefined {
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}

function localeOf(request: FastifyRequest): ReturnType<typeof nearestLocale> {
  return nearestLocale(request.headers["accept-language"]);
}
