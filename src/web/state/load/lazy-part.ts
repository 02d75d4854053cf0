import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadPart } from "./load-part.ts";

/** A component whose code is loaded at its first render, with retries until it arrives. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}
