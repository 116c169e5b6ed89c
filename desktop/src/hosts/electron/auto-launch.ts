import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApi } from './api.ts';
import { profileArguments } from './locations.ts';

/** Tells a start with the computer from one by hand: no window comes up. */
export const HIDDEN = '--hidden';

interface Deps {
  app: Pick<ElectronApi['app'], 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** The account that is to come up. */
  profile: string;
  /** What starts this program: of an AppImage the image, not what is unpacked from it. */
  program: string;
  /** The person's folder of settings on Linux, `~/.config` as a rule. */
  configDir: string;
}

/** Whether the program starts with the computer. Electron knows how on macOS and Windows; Linux has a file for it. */
export function setAutoLaunch({ app, platform, profile, program, configDir }: Deps, wanted: boolean): void {
  const args = [...profileArguments(profile), HIDDEN];
  const name = profile === '' ? 'balcao' : `balcao-${profile}`;
  if (platform !== 'linux') {
    // Each account has an entry of its own.
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

/** As the Desktop Entry Specification wants it. */
const quoted = (path: string): string => `"${path.replaceAll(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`;
