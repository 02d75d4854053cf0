import type { FastifyRequest } from "fastify";

/**
 * The sender of a request, as far as a secret of ours proves it, before anything is looked up:
 * - `{ key }`: a holder of this secret. Their requests are counted separately, so that nobody else can use up their share.
 * - `trusted`: a logged-in user. Nothing is counted.
 * - `unsure`: the body decides. Called again once it has been read.
 * - `nobody`: counted with everything else from the same network.
 */
export type Signer = { readonly key: string } | "trusted" | "unsure" | "nobody";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Without it, a route knows no signers. */
    readonly signer?: (request: FastifyRequest) => Signer;
  }
}
