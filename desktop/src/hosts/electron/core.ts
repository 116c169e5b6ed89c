import { pino } from 'pino';
import { createDispatcher } from '../../bridge/dispatcher.ts';
import { serveIpc } from '../../bridge/ipc-main.ts';
import { createCore } from '../../core/core.ts';
import { openLogFile } from '../../core/diagnostics/log-file.ts';
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

  parent.on('message', ({ data }: { data: ToCore }) => {
    if (data.kind === 'frame') screens.hear(data.screen, data.frame);
    if (data.kind === 'screenGone') screens.gone(data.screen);
    if (data.kind === 'openMedia') void openMedia(data.requestId, data.mediaId);
    if (data.kind === 'askQuiet') post({ kind: 'quiet', requestId: data.requestId, quiet: core.isQuiet() });
    if (data.kind === 'stop') void core.stop().finally(() => process.exit(0));
  });

  post({ kind: 'ready' });

  async function openMedia(requestId: number, mediaId: string): Promise<void> {
    const file = await core.openMedia(mediaId).catch(() => null);
    post({ kind: 'media', requestId, file });
  }
}
