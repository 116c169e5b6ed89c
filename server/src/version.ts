import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** Of this server. A package has its own, which stands there too. */
export const VERSION: string = z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
