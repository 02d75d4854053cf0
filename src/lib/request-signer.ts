import type { FastifyRequest } from "fastify";

/**
 * The sender of a request, if one of our secrets proves it, before anything is looked up:
 * - `{ key }`: a holder of this secret. Their requests are counted separately, so that nobody else can use up their share.
 * - `trusted`: a logged-in user. Nothing is counted.
 * - `unsure`: the body decides. The function is called again once the body has been read.
 * - `nobody`: counted together with everything else from the same network.
 */
export type Signer = { readonly key: string } | "trusted" | "unsure" | "nobody";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Without it, all senders of a route count as `nobody`. */
    readonly signer?: (request: FastifyRequest) => Signer;
  }
}
