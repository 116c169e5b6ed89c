import type { Log } from './log.ts';

/**
 * The order in which a process ends: say so (readiness turns red), take no more work, finish or hand back what is
 * under way, close what everything stood on.
 */
const GROUPS = ['announce', 'ingress', 'work', 'stores'] as const;
type ShutdownGroup = (typeof GROUPS)[number];

export interface Lifecycle {
  /** Registered on the line where the resource is created. Within a group the newest ends first. */
  onShutdown(group: ShutdownGroup, name: string, handler: () => Promise<void> | void): void;
  readonly draining: boolean;
  /** Runs every handler once, whatever the others do; repeated calls wait for the first. */
  shutdown(): Promise<void>;
}

export function createLifecycle({ log }: { log: Log }): Lifecycle {
  const handlers: { group: ShutdownGroup; name: string; handler: () => Promise<void> | void }[] = [];
  let draining = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (const group of GROUPS) {
      for (const { name, handler } of handlers.filter((entry) => entry.group === group).reverse()) {
        const started = performance.now();
        try {
          await handler();
          log.info({ group, name, ms: Math.round(performance.now() - started) }, 'stopped');
        } catch (error) {
          log.error({ err: error, group, name }, 'did not stop cleanly');
        }
      }
    }
  }

  return {
    onShutdown: (group, name, handler) => void handlers.push({ group, name, handler }),
    get draining() {
      return draining;
    },
    shutdown() {
      draining = true;
      running ??= run();
      return running;
    },
  };
}
