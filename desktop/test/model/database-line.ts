import { type FaultProxy, startFaultProxy } from '../../../server/test/fault-proxy.ts';

/** The server's way to its database, which may break in the middle of a console's command. */
export interface DatabaseLine {
  /** The address to pass to the server. */
  route(url: string): Promise<string>;
  /** It breaks in the next command: `kept` when only the answer to its commit is lost. */
  breakNext(kept: boolean): void;
  stop(): Promise<void>;
}

/** The bytes that record a command with its effects, the last before the commit. */
const RECORDED = Buffer.from('\0\0\0\x07applied');

export function createDatabaseLine(): DatabaseLine {
  let proxy: FaultProxy;
  let next: { kept: boolean; line: object | null } | null = null;

  /** Loses the traffic of this moment, and nothing on other lines. */
  function lose(direction: 'up' | 'down'): void {
    next = null;
    const nothing = { mode: 'truncate', bytes: 0 } as const;
    if (direction === 'up') proxy.set(nothing, { mode: 'pass' });
    else proxy.set({ mode: 'pass' }, nothing);
    queueMicrotask(() => proxy.set({ mode: 'pass' }));
  }

  function watch(direction: 'up' | 'down', bytes: Buffer, line: object): void {
    if (!next) return;
    if (direction === 'up' && bytes.includes(RECORDED)) {
      if (next.kept) next.line = line;
      else lose('up');
    } else if (direction === 'down' && line === next.line) {
      if (bytes.includes('COMMIT\0')) lose('down');
      else if (bytes.includes('ROLLBACK\0')) next.line = null;
    }
  }

  return {
    async route(url) {
      proxy = await startFaultProxy(url);
      proxy.watch = watch;
      return proxy.url;
    },
    breakNext(kept) {
      next = { kept, line: null };
    },
    stop: () => proxy.stop(),
  };
}
