/** What the act takes of the processor, in milliseconds, so that a busy machine doesn't count. */
export function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
