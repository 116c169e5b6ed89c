import type { BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import type { UtilityProcess } from 'electron';
import type { MediaFile } from '../../core/media/file-store.ts';
import type { Recovery } from '../../core/workspace.ts';
import type { DeskStatus, HostCommand, Notice, SecretStore, SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import type { CoreOptions, FromCore, ToCore } from './core-messages.ts';

export interface CoreProcess {
  send(screen: number, frame: CallFrame): void;
  screenGone(screen: number): void;
  openMedia(mediaId: string): Promise<MediaFile | null>;
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
/** So many crashes within so many milliseconds mean that starting again does not help. */
const CRASHES = 5;
const CRASH_WINDOW_MS = 60_000;

/** Runs the core apart from the main thread and starts it again when it dies. Its databases survive every crash. */
export function startCoreProcess(deps: CoreProcessDeps): CoreProcess {
  let child: UtilityProcess | undefined;
  let stopping: (() => void) | undefined;
  /** The process ends because it requested a replacement. */
  let renewing = false;
  let crashes: number[] = [];
  let lastRequest = 0;
  const mediaAnswers = new Map<number, (file: MediaFile | null) => void>();
  const quietAnswers = new Map<number, (quiet: boolean) => void>();

  /** Messages that wait until the core listens; null once it does. */
  let waiting: ToCore[] | null = [];

  function post(message: ToCore): void {
    if (waiting) waiting.push(message);
    else child?.postMessage(message);
  }

  async function hear(message: FromCore): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return flush();
      case 'frame':
        return deps.onFrame(message.screen, message.frame);
      case 'getSecret':
        return answer({
          kind: 'secret',
          requestId: message.requestId,
          value: await deps.secrets.get(message.key),
        });
      case 'setSecret':
        return answer(
          await deps.secrets.set(message.key, message.value).then(
            (): ToCore => ({ kind: 'secret', requestId: message.requestId, value: null }),
            (): ToCore => ({ kind: 'secretFailed', requestId: message.requestId }),
          ),
        );
      case 'setSetting':
        deps.settings.set(message.key, message.value);
        return deps.onSetting(message.key);
      case 'notify':
        return deps.onNotify(message.notice);
      case 'withdraw':
        return deps.onWithdraw(message.key);
      case 'status':
        return deps.onStatus(message.status);
      case 'media':
        mediaAnswers.get(message.requestId)?.(message.file);
        mediaAnswers.delete(message.requestId);
        return;
      case 'quiet':
        quietAnswers.get(message.requestId)?.(message.quiet);
        quietAnswers.delete(message.requestId);
        return;
      case 'startAnew':
        renewing = true;
        return answer({ kind: 'stop' });
      case 'openAccount':
        return deps.onOpenAccount(message.profile);
      case 'closeAccount':
        return deps.onCloseAccount(message.profile);
      case 'checkUpdate':
        return deps.onCheckUpdate();
      case 'installUpdate':
        return deps.onInstallUpdate();
    }
  }

  function flush(): void {
    const held = waiting ?? [];
    waiting = null;
    for (const message of held) post(message);
  }

  /** Secrets are requested while the core is still starting. */
  const answer = (message: ToCore) => child?.postMessage(message);

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
    for (const answer of mediaAnswers.values()) answer(null);
    mediaAnswers.clear();
    for (const answer of quietAnswers.values()) answer(false);
    quietAnswers.clear();
    if (stopping) {
      stopping();
      return;
    }
    if (renewing) {
      renewing = false;
      start(null);
      deps.onRestarted();
      return;
    }
    crashes = [...crashes.filter((at) => deps.now() - at < CRASH_WINDOW_MS), deps.now()];
    if (crashes.length >= CRASHES) {
      deps.onGivenUp();
      return;
    }
    start(null);
    deps.onRestarted();
  }

  start(deps.recovery);
  return {
    send: (screen, frame) => post({ kind: 'frame', screen, frame }),
    screenGone: (screen) => post({ kind: 'screenGone', screen }),
    openMedia(mediaId) {
      const requestId = ++lastRequest;
      return new Promise((resolve) => {
        if (!child) return resolve(null);
        mediaAnswers.set(requestId, resolve);
        post({ kind: 'openMedia', requestId, mediaId });
      });
    },
    isQuiet() {
      const requestId = ++lastRequest;
      return new Promise((resolve) => {
        if (!child) return resolve(false);
        quietAnswers.set(requestId, resolve);
        post({ kind: 'askQuiet', requestId });
      });
    },
    tellUpdate: (state) => post({ kind: 'update', state }),
    wake: () => post({ kind: 'wake' }),
    command: (command) => post({ kind: 'command', command }),
    tryAgain(recovery) {
      crashes = [];
      start(recovery);
    },
    stop() {
      return new Promise((resolve) => {
        if (!child) return resolve();
        const force = setTimeout(() => child?.kill(), STOP_MS);
        stopping = () => {
          clearTimeout(force);
          resolve();
        };
        answer({ kind: 'stop' });
      });
    },
  };
}
