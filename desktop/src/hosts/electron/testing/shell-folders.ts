import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DesktopSettings } from '@balcao/shared/features/preferences/desktop-settings.ts';
import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, afterEach } from 'vitest';
import { createFakeElectron } from '../recording-fake.ts';
import { declareShell, startShell } from '../shell.ts';
import { shellTexts } from '../texts.ts';

type StartOptions = Parameters<typeof createFakeElectron>[0] & {
  argv?: string[];
  locked?: boolean;
  platform?: NodeJS.Platform;
  desktop?: Partial<DesktopSettings>;
  stored?: [string, unknown][];
  own?: string;
  /** macOS hands this over before the program is ready. */
  early?: string;
  /** The panel of a Linux desktop that shows tray icons has not begun, or has ended. */
  noPanel?: boolean;
};

/** Called once by each file: the folders in which its shells start, and which go with it. */
export function openShellFolders() {
  const rendererDir = mkdtempSync(join(tmpdir(), 'balcao-renderer-'));
  writeFileSync(join(rendererDir, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">');
  writeFileSync(join(rendererDir, 'app.js'), 'export {};');
  const folders = {
    rendererDir,
    configDir: join(rendererDir, 'config'),
    dataDir: join(rendererDir, 'data'),
  };
  afterEach(() => rmSync(folders.dataDir, { recursive: true, force: true }));
  afterAll(() => rmSync(rendererDir, { recursive: true }));
  return { ...folders, start: (options: StartOptions = {}) => startIn(folders, options) };
}

async function startIn(
  folders: { rendererDir: string; configDir: string; dataDir: string },
  options: StartOptions,
) {
  const fake = createFakeElectron(options);
  fake.app.lockFree = !options.locked;
  const warnings: string[] = [];
  const stored = new Map<string, unknown>([
    ['preferences', { desktop: options.desktop ?? {} }],
    ...(options.stored ?? []),
  ]);
  const started: string[][] = [];
  const timers: (() => void)[] = [];
  declareShell(fake.api);
  const starting = startShell({
    electron: fake.api,
    settings: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      all: () => Object.fromEntries(stored),
    },
    distDir: '/dist',
    rendererDir: folders.rendererDir,
    iconsDir: '/icons',
    serverUrl: 'http://server',
    argv: options.argv ?? [],
    accounts: { root: folders.dataDir, own: options.own ?? '' },
    startProgram: (argv) => started.push([...argv]),
    clock: {
      after(_ms, act) {
        timers.push(act);
        return () => {};
      },
    },
    updates: null,
    platform: options.platform ?? 'linux',
    showsTray: () => !options.noPanel,
    program: '/opt/Balcao/balcao',
    configDir: folders.configDir,
    language: 'pt',
    texts: shellTexts,
    warn: (what) => warnings.push(what),
    now: () => 0,
  });
  if (options.early) fake.app.emit('open-url', { preventDefault: () => {} }, options.early);
  const first = await starting;
  fake.processes[0]?.emit('message', { kind: 'ready' });
  const core = () => {
    const [begun] = fake.processes;
    if (!begun) throw new Error('no core was begun');
    return begun;
  };
  return {
    fake,
    first,
    warnings,
    stored,
    started,
    posted: () => core().posted as { kind: string; path?: string }[],
    /** The core has stored what the person chose. */
    choose: (desktop: Partial<DesktopSettings>) =>
      core().emit('message', { kind: 'setSetting', key: 'preferences', value: { desktop } }),
    settle: () => {
      for (const act of timers) act();
    },
  };
}

/** Questions are answered, and what follows from the answer is done. */
export const settled = () => new Promise(setImmediate);

/** The person picks an item, in a menu within the menu too. */
export function choose(menu: MenuItemConstructorOptions[], label: string): void {
  const items = menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);
  (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
}
