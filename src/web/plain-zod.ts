import { config } from "zod/mini";

// The content security policy forbids eval, which schemas try when they are created. So this module is imported first.
config({ jitless: true });
