import { config } from "zod";

// The content security policy forbids eval. Schemas try it when they are created, so this module comes first.
config({ jitless: true });
