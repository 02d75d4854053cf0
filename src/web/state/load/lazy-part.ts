import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** A component whose code is loaded at its first render. `loadPart` retries until it arrives. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
