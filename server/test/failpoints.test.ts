import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAILPOINTS as CONSOLE_FAILPOINTS } from '../../desktop/src/core/failpoints.ts';
import { FAILPOINTS as SERVER_FAILPOINTS } from '../src/platform/failpoints.ts';

/** Reads the sources: the result of a crash is unproven for a step at which no process can be killed. */

const ROOT = new URL('../../', import.meta.url);

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/test(ing)?\//.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
}

/** The steps that crash: by their own name, or by one of the names in the same file. */
const namesIn = (folder: string, known: readonly string[]) =>
  sources(folder)
    .filter(({ path, text }) => text.includes('crashAt(') && !path.endsWith('/failpoints.ts'))
    .flatMap(({ text }) => [
      ...[...text.matchAll(/crashAt\('([^']+)'\)/g)].flatMap(([, name = '']) =>
        known.includes(name) ? [] : name,
      ),
      ...[...text.matchAll(/'(\w+\.\w+)'/g)].flatMap(([, name = '']) => (known.includes(name) ? name : [])),
    ]);

it.each([
  ['server/src', SERVER_FAILPOINTS],
  ['desktop/src/core', CONSOLE_FAILPOINTS],
])('every failpoint of %s stands in one place, and every place has a name in the list', (folder, list) => {
  expect(namesIn(folder, list).toSorted()).toEqual([...list].toSorted());
});

/** Writes that no failpoint follows. A new step of these programs fails the test below. */
const STEPS = [
  {
    folders: [
      'server/src/channels',
      'server/src/conversation',
      'server/src/sync',
      'server/src/modules/media',
    ],
    write: /\b(withCompany|asSystem)\(/,
    without: {
      'channels/whatsapp/credentials.ts': [
        2,
        'reads; and what it forgets is forgotten once more by the next line',
      ],
      'channels/fleet.ts': [1, 'reads'],
      'channels/lease.ts': [4, 'nothing else is written; a lease that was taken is session.leased'],
      'conversation/campaign-sender.ts': [
        4,
        'what ended no turn, or put no campaign off, is found by the next look as it was',
      ],
      'conversation/connection-workers.ts': [1, 'reads'],
      'conversation/ingest.ts': [
        8,
        'a failure that is told again, and names, which the next message of that contact brings again; the past and the address book are still on the phone; the lines of an order are asked for again; of a number that has changed the notice comes again, and where it does not, people link the two contacts',
      ],
      'channels/account-session.ts': [1, 'the token before it is taken as well'],
      'channels/account-news.ts': [1, 'what a messenger tells of an account is asked anew'],
      'conversation/block-orders.ts': [4, 'an order that is carried out twice changes nothing'],
      'conversation/notices.ts': [1, 'a notice that is read twice changes nothing the second time'],
      'conversation/outbox.ts': [1, 'a message that did not leave is at worst said to be uncertain'],
      'conversation/pictures.ts': [
        4,
        'a picture that did not come is asked for the next day; a file without its row is found by housekeeping',
      ],
      'modules/media/unused-files.ts': [5, 'what is left of it is found by the next look'],
      'sync/epoch.ts': [2, 'whoever proves the same epoch wrong asks again'],
      'sync/mutations.ts': [1, 'reads'],
      'sync/presence.ts': [2, 'who is online is found out anew'],
      'sync/prune.ts': [2, 'only takes away what nobody needs, company by company'],
    },
  },
  {
    folders: ['desktop/src/core/sync'],
    write:
      /\b(store|outbox)\.(applyBatch|applyPage|beginBootstrap|applyBootstrapRows|finishBootstrap|enqueue|retryMessage|discardMessage|forgetUnfollowed|number|uploaded|refuse|renumber)\(/,
    without: {
      'command-writer.ts': [
        6,
        'one row moves at a person’s wish: nothing follows; what is queued is followed in stored()',
      ],
      'file-bringer.ts': [1, 'a refused command is gone: nothing follows'],
      'frame-receiver.ts': [1, 'a client takes a new name: nothing follows'],
      'interest-reporter.ts': [2, 'what is forgotten once is forgotten again by the next look'],
    },
  },
];

it.each(STEPS)('what is written in $folders is followed by a failpoint', ({ folders, write, without }) => {
  const bare: Record<string, number> = {};
  for (const { path, text } of folders.flatMap(sources)) {
    const count = text
      // Functions of a file.
      .split(/^(?=export |async |function |const |class )/m)
      .flatMap((part) => part.split(new RegExp(`(?=${write.source})`)))
      .filter((part) => new RegExp(`^${write.source}`).test(part) && !part.includes('crashAt(')).length;
    if (count > 0) bare[path.replace(/^(server\/src|desktop\/src\/core\/sync)\//, '')] = count;
  }
  expect(bare).toEqual(Object.fromEntries(Object.entries(without).map(([path, [count]]) => [path, count])));
});
