import { pino } from 'pino';
import { createDispatcher } from '../../bridge/dispatcher.ts';
import { serveIpc } from '../../bridge/ipc-main.ts';
import { createCore } from '../../core/core.ts';
import { openLogFile } from '../../core/diagnostics/log-file.ts';
import { isPassing } from '../../core/media/passing.ts';
import { lockInstance } from '../accounts/instance-lock.ts';
import { sweepRemoved } from '../accounts/manage.ts';
import type { FromCore, ToCore } from './core-messages.ts';
import { createRemoteHost } from './remote-host.ts';
import { createScreenPorts } from './screen-ports.ts';

/** The core's own process in the desktop program: nothing heavy ever runs on the main thread. Main sends `start` first. */
const parent = process.parentPort;
const post = (message: FromCore) => parent.postMessage(message);

parent.once('message', ({ data }: { data: ToCore }) => {
  if (data.kind === 'start') void start(data.options);
});

async function start(options: Extract<ToCore, { kind: 'start' }>['options']): Promise<void> {
  const { host, hear } = createRemoteHost(options, post);
  parent.on('message', ({ data }: { data: ToCore }) => hear(data));
  const { serverUrl, version, recovery } = options;
  const log = pino(
    { name: 'balcao-core' },
    pino.multistream([process.stdout, openLogFile(options.dataDir, 'core')].map((stream) => ({ stream }))),
  );
  try {
    // The lock shows the other accounts of this computer that this one is open.
    lockInstance(options.dataDir);
  } catch (err) {
    log.warn({ err }, 'the other accounts do not know that this one is open');
  }
  await sweepRemoved(options.accounts).catch((err: unknown) =>
    log.warn({ err }, 'removed accounts are left'),
  );
  const core = await createCore({ host, serverUrl, version, log, recovery });
  const dispatch = createDispatcher(core.handlers, (err, method) =>
    log.error({ err, method }, 'call failed'),
  );
  const screens = createScreenPorts(post, (port) => serveIpc({ dispatch, on: core.on }, port));

  /** Files that pass through just now, by their ids. */
  const passing = new Map<string, AsyncIterator<Uint8Array>>();
  parent.on('message', ({ data }: { data: ToCore }) => {
    if (data.kind === 'frame') screens.hear(data.screen, data.frame);
    if (data.kind === 'screenGone') screens.gone(data.screen);
    if (data.kind === 'openMedia') void openMedia(data.requestId, data.mediaId);
    if (data.kind === 'takePiece') void takePiece(data.requestId, data.mediaId);
    if (data.kind === 'leavePieces') void passing.get(data.mediaId)?.return?.();
    if (data.kind === 'askQuiet') post({ kind: 'quiet', requestId: data.requestId, quiet: core.isQuiet() });
    if (data.kind === 'stop') void core.stop().finally(() => process.exit(0));
  });

  post({ kind: 'ready' });

  async function openMedia(requestId: number, mediaId: string): Promise<void> {
    const file = await core.openMedia(mediaId).catch(() => null);
    if (file === null || !isPassing(file)) return post({ kind: 'media', requestId, file });
    const { mime, name, pieces } = file;
    passing.set(mediaId, pieces[Symbol.asyncIterator]());
    post({ kind: 'media', requestId, file: { mime, name, passing: true } });
  }

  async function takePiece(requestId: number, mediaId: string): Promise<void> {
    const next = await passing
      .get(mediaId)
      ?.next()
      .catch(() => undefined);
    const piece = next === undefined ? 'failed' : next.done ? 'ended' : next.value;
    if (typeof piece === 'string') passing.delete(mediaId);
    post({ kind: 'piece', requestId, piece });
  }
}
