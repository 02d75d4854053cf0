/** A bucket: the calls to one route that one channel allows per window. */
export interface BucketRule {
  /** Such as `PATCH /channels/:id/messages/:id`. */
  readonly route: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimits {
  /** The response's headers; `retryAfterMs` if the call is refused. */
  count(route: string, major: string): { headers: Record<string, string>; retryAfterMs: number | undefined };
  /** Sets a route's rule. */
  set(rule: BucketRule): void;
  /** Refuses the next calls of a route, regardless of its bucket. */
  storm(route: string, times: number, retryAfterMs: number): void;
}

/** Discord's real limits are unspecified, so tests set their own. Without a rule, every call is allowed. */
export function createRateLimits(): RateLimits {
  const rules = new Map<string, BucketRule>();
  const buckets = new Map<string, { used: number; until: number }>();
  const storms = new Map<string, { times: number; retryAfterMs: number }>();
  return {
    set: (rule) => void rules.set(rule.route, rule),
    storm: (route, times, retryAfterMs) => void storms.set(route, { times, retryAfterMs }),
    count(route, major) {
      const storm = storms.get(route);
      if (storm && storm.times > 0) {
        storm.times--;
        return { headers: { "X-RateLimit-Scope": "shared" }, retryAfterMs: storm.retryAfterMs };
      }
      const rule = rules.get(route);
      if (!rule) return { headers: {}, retryAfterMs: undefined };
      const key = `${route} ${major}`;
      // The client's waits follow the system's clock, so the window does too.
      const now = Date.now();
      const known = buckets.get(key);
      const bucket = known && known.until > now ? known : { used: 0, until: now + rule.windowMs };
      buckets.set(key, bucket);
      const refused = bucket.used >= rule.limit;
      if (!refused) bucket.used++;
      const left = bucket.until - now;
      return {
        headers: {
          "X-RateLimit-Limit": String(rule.limit),
          "X-RateLimit-Remaining": String(rule.limit - bucket.used),
          "X-RateLimit-Reset-After": String(left / 1000),
          "X-RateLimit-Bucket": Buffer.from(route).toString("hex").slice(0, 32),
          ...(refused ? { "X-RateLimit-Scope": "user" } : {}),
        },
        retryAfterMs: refused ? left : undefined,
      };
    },
  };
}
