-- Their statements depend little on what they are given, but their costs are guessed so high that PostgreSQL would plan each of
-- them anew at every call, which takes several times as long as running it.
ALTER FUNCTION "claim_jobs"(uuid, text, text, integer) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION "reserve_quota"(uuid, uuid, text[], text, bigint) SET plan_cache_mode = force_generic_plan;--> statement-breakpoint
ALTER FUNCTION "settle_jobs"(jobs[], text[], boolean[]) SET plan_cache_mode = force_generic_plan;
