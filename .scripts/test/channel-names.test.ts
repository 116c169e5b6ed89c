import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * WhatsApp is one channel of several: whoever decides by its name, or by its kinds of addresses, has to be found again for
 * every other. These do today. The list may only become shorter.
 */
const NAMES_WHATSAPP: Record<string, string> = {
  'desktop/src/features/conversation/screen/bubble/tick-mark.tsx': 'explains a tick by the network it is of',
  'desktop/src/features/ticket-list/ticket-finder.ts': 'stands in for a connection that is not known here',
  'desktop/src/features/ticket-list/ticket-items.ts': 'stands in for a connection that is not known here',
  'desktop/src/renderer/components/channel-icon.tsx': 'shows an unknown channel as WhatsApp',
  'desktop/src/renderer/components/referral/use-app-name.ts':
    'names the app in which somebody tapped an advertisement',
  'server/src/demo/referrals.ts': 'says in which app an advertisement of the demo was tapped',
  'server/src/modules/connections/connections.service.ts':
    'is what a connection leads to when nobody says, and what the default one must lead to',
  'server/src/modules/messages/message-changes.repo.ts': 'reads the number out of an address of WhatsApp',
  'server/src/modules/web-chat/passed-answers.repo.ts':
    'sends answers to the number that a visitor has filled in',
  'server/src/modules/web-chat/visitor-frames.ts': 'tells a page where one goes on on WhatsApp',
  'server/src/modules/web-chat/web-chat.repo.ts': 'finds the number on which a visitor goes on',
  'server/src/whaticket/messages.ts': 'reads addresses of WhatsApp in a database of another product',
  'shared/src/features/connections/channel.ts': 'is the table of the channels',
  'shared/src/features/connections/row.ts': 'names an event of the public API',
  'shared/src/features/contacts/import-headings.ts': 'takes a column of that name for the number',
  'shared/src/features/web-chat/protocol.ts': 'names where a visitor may go on',
};

/**
 * The channel's name as a value (fields of the API have that name too), its library, or its addresses: `remoteJid`,
 * `@s.whatsapp.net`, `@g.us`, `@lid`.
 */
const NAME = /(?<!\w\[)(['"`])whatsapp\1(?!>)|baileys|[jJ](?:id|ID)s?\b|whatsapp\[?\.\]?net|@g\.us|@lid\b/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const namesWhatsApp = (text: string) => NAME.test(text.replaceAll(COMMENT, ''));

const product = globSync('{server,desktop,shared}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !/\.test\.tsx?$|\/testing\/|^server\/src\/channels\/whatsapp(-cloud)?\//.test(path),
);

describe('a decision by the name of the channel', () => {
  it('stands in the listed files only, and in each of them', () => {
    const found = product.filter((path) => namesWhatsApp(readFileSync(`${ROOT}${path}`, 'utf8')));
    expect(found.sort()).toEqual(Object.keys(NAMES_WHATSAPP));
  });

  it.each([
    "if (ticket.channel === 'whatsapp') return;",
    'case "whatsapp":',
    "if (['whatsapp', 'hub'].includes(channel)) return;",
    "await tx`select from tickets where channel = 'whatsapp'`;",
    "import { proto } from '@whiskeysockets/baileys';",
    'const isGroup = message.remoteJid.endsWith(GROUP);',
    "if (address.endsWith('@g.us')) return;",
  ])('is found in `%s`', (code) => {
    expect(namesWhatsApp(code)).toBe(true);
  });

  it.each([
    '/** A jid of WhatsApp, for `whatsapp`. */',
    "const id = 5; // as 'whatsapp' does",
    'const { whatsappId } = params;',
    "path: '/whatsapp/:whatsappId',",
    "type Props = Pick<TicketItem, 'whatsapp'>;",
  ])('is not found in `%s`', (text) => {
    expect(namesWhatsApp(text)).toBe(false);
  });
});
