import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The console of somebody who has signed in there before, so that nobody is greeted. @returns its folder */
export function usedConsole(dataDir: string): string {
  const settings = join(dataDir, 'settings.json');
  if (existsSync(settings)) return dataDir;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(settings, JSON.stringify({ preferences: { firstSteps: false } }), { mode: 0o600 });
  return dataDir;
}
