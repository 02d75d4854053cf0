import type { FastifyRequest } from "fastify";

/**
 * Who a request proves to be from by a secret of ours, before anything is looked up:
 * - `{ key }`: somebody with this secret. Their requests are counted apart, so that nobody else's can use up their share.
 * - `trusted`: somebody who is logged in. Nothing is counted.
 * - `unsure`: the body decides. Asked again once it is read.
 * - `nobody`: counted with everything else from the same network.
 */
export type Signer = { readonly key: string } | "trusted" | "unsure" | "nobody";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route without it knows nobody. */
    readonly signer?: (request: FastifyRequest) => Signer;
  }
}
