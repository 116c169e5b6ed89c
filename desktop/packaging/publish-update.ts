// pnpm --filter @balcao/desktop publish-update --key KEY.pem --to DIR [--from DIR] [--percentage 20]
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { publish } from './publish.ts';

const options = z.object({
  key: z.string(),
  to: z.string(),
  from: z.string().default(join(import.meta.dirname, '../dist/installers')),
  percentage: z.coerce.number().min(0).max(100).optional(),
});

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { key: text, to: text, from: text, percentage: text } });
const { key, to, from, percentage } = options.parse(values);
const published = publish({
  from: resolve(from),
  to: resolve(to),
  privateKey: createPrivateKey(readFileSync(key)),
  ...(percentage === undefined ? {} : { percentage }),
});
process.stdout.write(`published ${published.join(', ')}\n`);
