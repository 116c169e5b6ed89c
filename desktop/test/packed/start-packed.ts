import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answer } from '@balcao/shared/bridge/wire.ts';
import type { FromPacked, ToPacked } from './messages.ts';

export interface Packed {
  /** Calls as the page would. */
  call(name: string, input: unknown): Promise<Answer>;
  /** An address of the program's own schemes, and the files that the program named and that are not there. */
  fetch(url: string): Promise<{ status: number; text: string; missing: string[] }>;
  /** Ends as by the menu. Resolves with its exit code. */
  quit(): Promise<number | null>;
}

/**
 * Starts the main program of an extracted archive under plain Node, with the recording fake as `electron`. Answers are
 * rejects with the program's output when it ends before.
 *
 * @param resources the folder with `app.asar`, here a folder as Electron would let it look
 * @param profile where it keeps its data
 */
export function startPacked(resources: string, profile: string, serverUrl: string): Packed {
  const main = fork(join(resources, 'app.asar/dist/electron/main.js'), [`--server=${serverUrl}`], {
    execArgv: ['--import', join(import.meta.dirname, 'stand-in.ts')],
    env: {
      ...process.env,
      PACKED_RESOURCES: resources,
      PACKED_PROFILE: profile,
      APPIMAGE: join(profile, 'balcao'),
    },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said = Promise.all([main.stdout, main.stderr].map((stream) => (stream ? text(stream) : '')));
  const ended = once(main, 'exit').then(([code]) => code as number | null);
  const failed = ended.then(async (code) => {
    throw new Error(`the packed program ended with ${code}: ${(await said).join('\n')}`);
  });
  failed.catch(() => {});
  let lastCall = 0;

  /** The first message that `pick` takes. */
  function hear<T>(pick: (message: FromPacked) => T | undefined): Promise<T> {
    const heard = new Promise<T>((resolve) => {
      main.on('message', function listen(message: FromPacked) {
        const picked = pick(message);
        if (picked === undefined) return;
        main.off('message', listen);
        resolve(picked);
      });
    });
    return Promise.race([heard, failed]);
  }
  const say = (message: ToPacked) => main.send(message);

  return {
    call(name, input) {
      const callId = ++lastCall;
      say({ kind: 'call', frame: { type: 'call', callId, name, input } });
      return hear((message) =>
        message.kind === 'frame' && message.frame.type === 'answer' && message.frame.callId === callId
          ? message.frame.answer
          : undefined,
      );
    },
    async fetch(url) {
      const missing = hear((message) => (message.kind === 'missing' ? message.files : undefined));
      const page = hear((message) => (message.kind === 'fetched' ? message : undefined));
      say({ kind: 'fetch', url });
      const { status, text } = await page;
      return { status, text, missing: await missing };
    },
    quit() {
      if (main.connected) say({ kind: 'quit' });
      return ended;
    },
  };
}
