import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies: the session's, and one that marks a browser in which someone has logged in before. */
export type CookieName = "easel_console" | "easel_device";

/** With this prefix, browsers accept a cookie only from this host and over TLS. */
const HOST_PREFIX = "__Host-";

/** Whether the browser uses TLS: a trusted proxy says so, or our public address or the requesting page is `https`. */
function isSecure(request: FastifyRequest, ownOrigins: readonly string[]): boolean {
  const { host = "", origin = "" } = request.headers;
  return request.protocol === "https" || origin.startsWith("https:") || ownOrigins.includes(`https://${host}`);
}

/** A cookie's token. Over TLS, only a cookie that was set over TLS counts. */
export function readCookie(
  request: FastifyRequest,
  name: CookieName,
  ownOrigins: readonly string[],
): string | undefined {
  const values = new Map<string, string>();
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key !== undefined && value !== undefined) values.set(key, value);
  }
  return values.get(HOST_PREFIX + name) ?? (isSecure(request, ownOrigins) ? undefined : values.get(name));
}

/** Sets a cookie that scripts can't read and other sites can't send. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: { readonly name: CookieName; readonly token: string; readonly lifeMs: number },
  ownOrigins: readonly string[],
): void {
  const { name, token, lifeMs } = cookie;
  const [prefix, secure] = isSecure(request, ownOrigins) ? [HOST_PREFIX, "; Secure"] : ["", ""];
  const life = `Max-Age=${Math.floor(lifeMs / 1000)}`;
  reply.header("set-cookie", `${prefix}${name}=${token}; Path=/; HttpOnly; SameSite=Strict; ${life}${secure}`);
}

/** Removes a cookie, however it was set. */
export function dropCookie(reply: FastifyReply, name: CookieName): void {
  const gone = "Path=/; HttpOnly; SameSite=Strict; Max-Age=0";
  reply.header("set-cookie", `${HOST_PREFIX}${name}=; ${gone}; Secure`).header("set-cookie", `${name}=; ${gone}`);
}
