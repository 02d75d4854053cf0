import { config } from "zod";

// The content security policy forbids code made from text. Schemas try it when they are made, so this module comes first.
config({ jitless: true });
