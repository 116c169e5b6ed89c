import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApi } from './api.ts';
import { profileArguments } from './locations.ts';

/** Marks a start with the computer, unlike one by hand: no window opens. */
export const HIDDEN = '--hidden';

interface Deps {
  app: Pick<ElectronApi['app'], 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** The account to start. */
  profile: string;
  /** The path that starts this program: an AppImage itself, not its unpacked content. */
  program: string;
  /** The user's settings folder on Linux, usually `~/.config`. */
  configDir: string;
}

/** Sets whether the program starts with the computer. Electron does it on macOS and Windows; Linux needs a file. */
export function setAutoLaunch({ app, platform, profile, program, configDir }: Deps, wanted: boolean): void {
  const args = [...profileArguments(profile), HIDDEN];
  const name = profile === '' ? 'balcao' : `balcao-${profile}`;
  if (platform !== 'linux') {
    // Each account has its own entry.
    app.setLoginItemSettings({ openAtLogin: wanted, args, ...(profile && { name }) });
    return;
  }
  const dir = join(configDir, 'autostart');
  const file = join(dir, `${name}.desktop`);
  if (!wanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    file,
    [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Balcão',
      `Exec=${[quoted(program), ...args].join(' ')}`,
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n'),
  );
}

/** Quotes as the Desktop Entry Specification demands. */
const quoted = (path: string): string => `"${path.replaceAll(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`;
