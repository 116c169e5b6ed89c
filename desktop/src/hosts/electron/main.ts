import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@balcao/shared/text/languages.ts';
import * as electron from 'electron';
import ElectronStore from 'electron-store';
import electronUpdater from 'electron-updater';
import { pino } from 'pino';
import updateKeys from '../../../update-keys.json' with { type: 'json' };
import { openLogFile } from '../../core/diagnostics/log-file.ts';
import { systemClock } from '../../core/sync/clock.ts';
import { accountDir } from '../accounts/cards.ts';
import { profileIn } from './locations.ts';
import { declareShell, startShell } from './shell.ts';
import { shellTexts } from './texts.ts';
import { desktopShowsTray } from './tray-host.ts';
import { publicKeysOf } from './updates/signed-manifest.ts';

/** The desktop program. Built to dist/electron/main.js; everything it does is in shell.ts, which runs without Electron too. */
const here = import.meta.dirname;
// Set before anything is read: each profile has its own data, settings and instance, beside the others.
const accounts = { root: electron.app.getPath('userData'), own: profileIn(process.argv) };
if (accounts.own) electron.app.setPath('userData', accountDir(accounts, accounts.own));
const program = process.env.APPIMAGE ?? process.execPath;
const log = pino(
  { name: 'balcao-shell' },
  pino.multistream(
    [process.stdout, openLogFile(electron.app.getPath('userData'), 'shell')].map((stream) => ({ stream })),
  ),
);
const store = new ElectronStore({
  name: 'settings',
  accessPropertiesByDotNotation: false,
  clearInvalidConfig: true,
});

declareShell(electron);
const first = await startShell({
  electron,
  settings: {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
    all: () => store.store,
  },
  distDir: here,
  rendererDir: join(here, '../renderer'),
  iconsDir: join(here, '../icons'),
  serverUrl: serverAddress(),
  argv: process.argv,
  accounts,
  startProgram,
  clock: systemClock,
  platform: process.platform,
  showsTray: () => desktopShowsTray(process.platform),
  updates: updatesOfThisBuild(),
  program,
  configDir: process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'),
  language: preferredLanguage(),
  texts: shellTexts,
  warn: (what, details = {}) => log.warn(details, what),
  now: () => performance.now(),
});
if (!first) log.info('this start goes no further');

/** Starts the same program for another account: it keeps running when this one ends. */
function startProgram(argv: readonly string[]): void {
  // An unpackaged program is Electron with the folder it runs.
  const own = electron.app.isPackaged ? [] : [electron.app.getAppPath()];
  spawn(program, [...own, ...argv], { detached: true, stdio: 'ignore' })
    .on('error', (err) => log.error({ err }, 'another account could not be opened'))
    .unref();
}

/** The company's server: given at the start, or written beside the program at installation. Null: neither. */
function serverAddress(): string | null {
  const argument = process.argv.find((value) => value.startsWith('--server='));
  if (argument) return argument.slice('--server='.length);
  try {
    const { serverUrl } = JSON.parse(readFileSync(join(process.resourcesPath, 'balcao.json'), 'utf8')) as {
      serverUrl: string;
    };
    return serverUrl;
  } catch {
    return null;
  }
}

/** A build without a publisher's key trusts no signature, so it looks for no updates. */
function updatesOfThisBuild(): Parameters<typeof startShell>[0]['updates'] {
  const publicKeys = publicKeysOf(updateKeys);
  if (!electron.app.isPackaged || publicKeys.length === 0) return null;
  return { updater: electronUpdater.autoUpdater, publicKeys, clock: systemClock };
}

function preferredLanguage(): Language {
  const language = electron.app.getLocale().slice(0, 2);
  return language === 'en' || language === 'es' ? language : 'pt';
}
