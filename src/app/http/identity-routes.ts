import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

const CHALLENGE_BYTES = 16;
const Params = z.object({ challenge: z.string().regex(new RegExp(`^[0-9a-f]{${CHALLENGE_BYTES * 2}}$`)) });
const Proof = z.object({ easel: z.string() });

/** A question that only a process with the same `SECRET_KEY` can answer. */
export interface IdentityQuestion {
  /** The path below the public address, with a leading slash. */
  readonly path: string;
  /** Whether this is the right answer. */
  isProof(body: unknown): boolean;
}

/**
 * Answers `/identity/<challenge>` with the challenge's HMAC, so that the doctor can tell this Easel from another site at the same
 * address. The proof reveals nothing: the derived key has no other use.
 */
export function identityRoutes(secretKey: string): FastifyPluginAsync {
  return async (server) => {
    server.get("/identity/:challenge", async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { data } = Params.safeParse(request.params);
      if (data) return reply.send({ easel: proofOf(secretKey, data.challenge).toString("hex") });
      return reply.code(404).send({ error: { code: "not_found", message: "There is nothing here." } });
    });
  };
}

/** A new question for the Easel with this key. */
export function askIdentity(secretKey: string): IdentityQuestion {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("hex");
  const expected = proofOf(secretKey, challenge);
  return {
    path: `/identity/${challenge}`,
    isProof(body) {
      const given = Buffer.from(Proof.safeParse(body).data?.easel ?? "", "hex");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function proofOf(secretKey: string, challenge: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "easel", "identity v1", 32));
  return createHmac("sha256", key).update(challenge).digest();
}
