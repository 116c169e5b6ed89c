import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import type { UtilityProcess } from 'electron';
import type { MediaFile } from '../../core/media/file-store.ts';
import type { PassingFile } from '../../core/media/passing.ts';
import type { Recovery } from '../../core/workspace.ts';
import type { DeskStatus, HostCommand, Notice, SecretStore, SettingsStore } from '../host.ts';
import { createAnswers } from './answers.ts';
import type { ElectronApi } from './api.ts';
import type { CoreOptions, FromCore, PassingHead, Piece, ToCore } from './core-messages.ts';
import { createCrashCount } from './crash-count.ts';

export interface CoreProcess {
  send(screen: number, frame: CallFrame): void;
  screenGone(screen: number): void;
  openMedia(mediaId: string): Promise<MediaFile | PassingFile | null>;
  /** Whether nothing waits to be sent and no agent is writing or recording. */
  isQuiet(): Promise<boolean>;
  tellUpdate(state: UpdateState): void;
  wake(): void;
  command(command: HostCommand): void;
  /** Starts again after it was given up, in the way the user chose. */
  tryAgain(recovery: Recovery): void;
  /** Resolves when the process has gone; it is ended by force after `STOP_MS`. */
  stop(): Promise<void>;
}

export interface CoreProcessDeps {
  utilityProcess: ElectronApi['utilityProcess'];
  entry: string;
  options: Omit<CoreOptions, 'settings' | 'update' | 'recovery'>;
  /** The way of the first start. */
  recovery: Recovery | null;
  /** Read again at every start of the process. */
  allSettings(): Record<string, unknown>;
  /** Same as `allSettings`. */
  update(): UpdateState;
  settings: SettingsStore;
  secrets: SecretStore;
  onFrame(screen: number, frame: BridgeFrame): void;
  /** A setting was stored. */
  onSetting(key: string): void;
  onNotify(notice: Notice): void;
  onWithdraw(key: string): void;
  onStatus(status: DeskStatus): void;
  onOpenAccount(profile: string): void;
  onCloseAccount(profile: string): void;
  onCheckUpdate(): void;
  onInstallUpdate(): void;
  /** A new process has taken over: calls of the page to the old one are lost. */
  onRestarted(): void;
  /** The process keeps failing: the user must be notified. */
  onGivenUp(): void;
  now(): number;
}

const STOP_MS = 5_000;
const MAX_CRASHES = { crashes: 5, withinMs: 60_000 };

/** Runs the core apart from the main thread and starts it again when it dies. Its databases survive every crash. */
export function startCoreProcess(deps: CoreProcessDeps): CoreProcess {
  let child: UtilityProcess | undefined;
  let stopping: (() => void) | undefined;
  /** The process ends because it requested a replacement. */
  let renewing = false;
  /** Messages that wait until the core listens; null once it does. */
  let waiting: ToCore[] | null = [];
  const crashes = createCrashCount(MAX_CRASHES, deps.now);
  const files = createAnswers<MediaFile | PassingHead | null>(null);
  const pieces = createAnswers<Piece>('failed');
  const quiet = createAnswers(false);

  function post(message: ToCore): void {
    if (waiting) waiting.push(message);
    else child?.postMessage(message);
  }

  function flush(): void {
    const held = waiting ?? [];
    waiting = null;
    for (const message of held) post(message);
  }

  /** Secrets are requested while the core is still starting. */
  const answer = (message: ToCore) => child?.postMessage(message);

  async function hear(message: FromCore): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return flush();
      case 'getSecret':
      case 'setSecret':
        return answer(await secretAnswer(deps.secrets, message));
      case 'media':
        return files.give(message.requestId, message.file);
      case 'piece':
        return pieces.give(message.requestId, message.piece);
      case 'quiet':
        return quiet.give(message.requestId, message.quiet);
      case 'startAnew':
        renewing = true;
        return answer({ kind: 'stop' });
      default:
        return obey(message, deps);
    }
  }

  /** One after the other, as fast as they are kept. */
  async function* piecesOf(mediaId: string): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = child
          ? await pieces.ask((requestId) => post({ kind: 'takePiece', requestId, mediaId }))
          : 'failed';
        if (piece === 'ended') return;
        if (piece === 'failed') throw new Error('the file broke off');
        yield piece;
      }
    } finally {
      post({ kind: 'leavePieces', mediaId });
    }
  }

  function start(recovery: Recovery | null): void {
    waiting = [];
    child = deps.utilityProcess.fork(deps.entry, [], { serviceName: 'balcao-core', stdio: 'inherit' });
    child.on('message', (message: FromCore) => void hear(message));
    child.on('exit', onExit);
    child.postMessage({
      kind: 'start',
      options: { ...deps.options, recovery, settings: deps.allSettings(), update: deps.update() },
    });
  }

  function onExit(): void {
    child = undefined;
    files.giveUp();
    pieces.giveUp();
    quiet.giveUp();
    if (stopping) stopping();
    else if (!renewing && crashes.add()) deps.onGivenUp();
    else replace();
  }

  function replace(): void {
    renewing = false;
    start(null);
    deps.onRestarted();
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => {
      if (!child) return resolve();
      const force = setTimeout(() => child?.kill(), STOP_MS);
      stopping = () => {
        clearTimeout(force);
        resolve();
      };
      answer({ kind: 'stop' });
    });
  }

  start(deps.recovery);
  return {
    send: (screen, frame) => post({ kind: 'frame', screen, frame }),
    screenGone: (screen) => post({ kind: 'screenGone', screen }),
    async openMedia(mediaId) {
      if (!child) return null;
      const file = await files.ask((requestId) => post({ kind: 'openMedia', requestId, mediaId }));
      return file && 'passing' in file ? { ...file, pieces: piecesOf(mediaId) } : file;
    },
    async isQuiet() {
      return child ? quiet.ask((requestId) => post({ kind: 'askQuiet', requestId })) : false;
    },
    tellUpdate: (state) => post({ kind: 'update', state }),
    wake: () => post({ kind: 'wake' }),
    command: (command) => post({ kind: 'command', command }),
    tryAgain(recovery) {
      crashes.forget();
      start(recovery);
    },
    stop,
  };
}

type Wish = Exclude<
  FromCore,
  { kind: 'ready' | 'getSecret' | 'setSecret' | 'media' | 'piece' | 'quiet' | 'startAnew' }
>;

/** What the core wants of the program around it. */
function obey(wish: Wish, deps: CoreProcessDeps): void {
  switch (wish.kind) {
    case 'frame':
      deps.onFrame(wish.screen, wish.frame);
      break;
    case 'setSetting':
      deps.settings.set(wish.key, wish.value);
      deps.onSetting(wish.key);
      break;
    case 'notify':
      deps.onNotify(wish.notice);
      break;
    case 'withdraw':
      deps.onWithdraw(wish.key);
      break;
    case 'status':
      deps.onStatus(wish.status);
      break;
    case 'openAccount':
      deps.onOpenAccount(wish.profile);
      break;
    case 'closeAccount':
      deps.onCloseAccount(wish.profile);
      break;
    case 'checkUpdate':
      deps.onCheckUpdate();
      break;
    case 'installUpdate':
      deps.onInstallUpdate();
  }
}

type SecretRequest = Extract<FromCore, { kind: 'getSecret' | 'setSecret' }>;

async function secretAnswer(secrets: SecretStore, request: SecretRequest): Promise<ToCore> {
  const { requestId, key } = request;
  if (request.kind === 'getSecret') return { kind: 'secret', requestId, value: await secrets.get(key) };
  return secrets.set(key, request.value).then(
    (): ToCore => ({ kind: 'secret', requestId, value: null }),
    (): ToCore => ({ kind: 'secretFailed', requestId }),
  );
}
