import type { Language } from '@balcao/shared/text/languages.ts';
import type { Clock } from '../../core/sync/clock.ts';
import type { AccountPlace } from '../accounts/cards.ts';
import type { SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import type { ShellTexts } from './texts.ts';
import type { UpdateDeps } from './updates/updater.ts';

export interface ShellOptions {
  electron: ElectronApi;
  settings: SettingsStore & { all(): Record<string, unknown> };
  /** Folder of the built programs: `preload.cjs` and `core.js`. */
  distDir: string;
  /** Folder of the built screen. */
  rendererDir: string;
  iconsDir: string;
  /** The server given at the start; null: the user chooses. */
  serverUrl: string | null;
  argv: readonly string[];
  accounts: AccountPlace;
  /** Starts this program once more, with these arguments. */
  startProgram(argv: readonly string[]): void;
  clock: Pick<Clock, 'after'>;
  platform: NodeJS.Platform;
  /** Whether this desktop shows tray icons now: its panel may begin after us, or end before. */
  showsTray(): boolean;
  /** The path that starts this program, and the user's settings folder: see `setAutoLaunch`. */
  program: string;
  configDir: string;
  /** The system's language, until the core reports the user's choice. */
  language: Language;
  texts(language: Language): ShellTexts;
  /** Null: this program does not update itself. */
  updates: Pick<UpdateDeps, 'updater' | 'publicKeys' | 'clock'> | null;
  warn(what: string, details?: Record<string, unknown>): void;
  now(): number;
}
