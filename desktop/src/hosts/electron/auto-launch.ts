import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApi } from './api.ts';

/** Tells a start with the computer from one by hand: no window comes up. */
export const HIDDEN = '--hidden';

interface Deps {
  app: Pick<ElectronApi['app'], 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  /** What starts this program: of an AppImage the image, not what is unpacked from it. */
  program: string;
  /** The person's folder of settings on Linux, `~/.config` as a rule. */
  configDir: string;
}

/** Whether the program starts with the computer. Electron knows how on macOS and Windows; Linux has a file for it. */
export function setAutoLaunch({ app, platform, program, configDir }: Deps, wanted: boolean): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted, args: [HIDDEN] });
    return;
  }
  const dir = join(configDir, 'autostart');
  const file = join(dir, 'balcao.desktop');
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
      `Exec=${quoted(program)} ${HIDDEN}`,
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n'),
  );
}

/** As the Desktop Entry Specification wants it. */
const quoted = (path: string): string => `"${path.replaceAll(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`;
