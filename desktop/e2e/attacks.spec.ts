import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import { expect, type Page } from '@playwright/test';
import { cardOfDraft } from '../../server/src/channels/card-parts.ts';
import { openPool } from '../../server/src/platform/db/client.ts';
import { INJECTIONS, RUN } from '../../server/test/injections.ts';
import { signIn } from './acts.ts';
import { picture } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Rows 28 and 29 of the attacks (server/test/FAULTS.md): what strangers write, wherever it is shown. */
/** Texts that reverse a screen or overload it. */
const STRANGE = [
  '\u202Etxet desrever\u202C end',
  '\u202E\u202E\u202Eone',
  '\u2067isolated',
  'שלום עולם!',
  'مرحبا بالعالم',
  'a\u200Bb\u200Bc',
  '\u200F',
  '👩‍👩‍👧‍👦'.repeat(500),
  'a'.repeat(64_000),
  'a '.repeat(2_000),
  '\n'.repeat(200),
  `Z${'\u0301'.repeat(2_000)}`,
  '\uFFFD\uFFFE',
  '﷽'.repeat(50),
];

const BEGINNING = 'No começo';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
  await plant();
});
test.afterAll(() => stack?.end());

const clean = (text: string) => text.replaceAll('\u0000', '');

/** An e-mail whose head, words and repeated words are a stranger's. */
function mailOf(text: string): MessageCard {
  const mail = { from: text, to: [text], cc: [text], quoted: text, signature: text, notes: [] };
  return { ...cardOfDraft('mail', { title: text }), mail };
}

/** What the company's own page and its visitor say of themselves. */
function visitOf() {
  const all = clean(INJECTIONS.join(' '));
  return {
    page: { url: `javascript:${RUN}`, title: all.slice(0, 300), referrer: all.slice(0, 2_000), campaign: {} },
    ...{ browser: all, language: all, utcOffset: 0, email: all, phone: all, consentAt: null },
    // Nobody looks at two pages in one moment.
    pages: INJECTIONS.slice(0, 20).map((text, n) => ({
      url: clean(text),
      title: '',
      at: new Date(Date.now() - n * 1_000).toISOString(),
    })),
  };
}

/** Stores one conversation with all of the texts, and a customer named after each, as the incoming pipeline would. */
async function plant(): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-attacks' });
  const [place] = await sql<{ companyId: string; ana: string; connection: string }[]>`
    select u.company_id as "companyId", u.id as ana,
      (select id from connections c where c.company_id = u.company_id limit 1) as connection
    from users u where u.email = 'ana@demo.balcao.test'`;
  const { companyId = '', ana = '', connection = '' } = place ?? {};
  const ticket = async (name: string, last: string) => {
    const [made] = await sql<{ id: string; contact: string }[]>`
      with c as (insert into contacts (company_id, name, number) values (${companyId}, ${clean(name)}, '5511900000000') returning id)
      insert into tickets (company_id, contact_id, connection_id, user_id, status, last_message, last_message_at)
      select ${companyId}, id, ${connection}, ${ana}, 'open', ${clean(last)}, now() from c returning id, contact_id as contact`;
    return made ?? { id: '', contact: '' };
  };
  for (const [n, text] of [...INJECTIONS.slice(0, 60), ...STRANGE].entries())
    await ticket(`${text}`.slice(0, 5_000) || '?', n % 2 ? text : 'oi');
  const { id, contact } = await ticket('Vítima', 'oi');
  const say = async (
    type: string,
    body: string,
    { media = null, card = null }: { media?: string | null; card?: MessageCard | null } = {},
  ) => {
    await sql`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, media_id,
        card, participant_name, state, created_at)
      values (${companyId}, gen_random_uuid(), ${id}, ${contact}, ${connection}, false, ${clean(body)}, ${type}, ${media},
        ${card && sql.json(card)}, ${clean(body).slice(0, 100)}, 'received', clock_timestamp())`;
  };
  await say('chat', BEGINNING);
  for (const text of STRANGE) await say('chat', text);
  for (const text of INJECTIONS) await say('chat', text);
  for (const text of INJECTIONS.filter((_, n) => n % 8 === 0)) {
    await say('locationMessage', `${text}|${text}|${text}`);
    await say('locationMessage', `data:image/svg+xml,<svg onload="${RUN}">|javascript:${RUN}|${text}`);
    await say('vcard', `BEGIN:VCARD\nFN:${text}\nTEL;waid=${text}:${text}\nURL:javascript:${RUN}\nEND:VCARD`);
    const [file] = await sql<{ id: string }[]>`
      insert into media (company_id, id, state, mime, name, size) values (${companyId}, gen_random_uuid(), 'stored', ${'text/html'}, ${clean(text)}, 5)
      returning id`;
    await say('application', text, { media: file?.id ?? null });
  }
  await sql`insert into contact_identities (company_id, kind, value, contact_id)
    values (${companyId}, 'web', 'attacks', ${contact})`;
  await sql`insert into web_visitors (company_id, name, facts) values (${companyId}, 'attacks', ${sql.json(visitOf())})`;
  const [failed] = await sql<{ id: string }[]>`
    insert into media (company_id, id, state, mime, name, source, width, height)
    values (${companyId}, gen_random_uuid(), 'failed', 'image/jpeg', '', 'x', 300, 400) returning id`;
  await say('image', '', { media: failed?.id ?? null });
  for (const text of INJECTIONS.filter((_, n) => n % 40 === 0))
    await say('chat', text, { card: mailOf(text) });
  // The names that colleagues give, and their quick messages.
  for (const [n, text] of INJECTIONS.filter((_, n) => n % 12 === 0).entries()) {
    await sql`with made as (
        insert into tags (company_id, name, color) values (${companyId}, ${`${n} ${clean(text)}`}, '#c92a2a') returning id)
      insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ${id}, id from made`;
    await sql`insert into quick_messages (company_id, shortcode, message, geral, user_id)
      values (${companyId}, ${`${n}${clean(text).slice(0, 40)}`}, ${clean(text)}, true, ${ana})`;
  }
  await sql.end();
}

/** Finds elements and attributes that no text of a stranger may create on the current page. */
const intruders = (page: Page) =>
  page.evaluate(() => {
    const bad: string[] = [];
    const roots = document.querySelectorAll('[role=log], [role=region], [role=list], [role=listbox], aside');
    const nodes = new Set([...roots].flatMap((root) => [...root.querySelectorAll('*')]));
    for (const node of nodes) {
      const said = node.outerHTML.slice(0, 200);
      if (
        /^(script|iframe|object|embed|base|link|meta|style|math|foreignobject|marquee|form|x|b)$/i.test(
          node.tagName,
        )
      )
        bad.push(said);
      for (const { name, value } of node.attributes) {
        if (/^on|^srcdoc$|^formaction$/i.test(name)) bad.push(`${name} in ${said}`);
        if (name === 'href' && !/^(https?:\/\/|\/|#)/i.test(value)) bad.push(`href=${value}`);
        if (name === 'src' && !/^(\/|blob:|data:image\/(png|jpeg|webp))/i.test(value))
          bad.push(`src=${value}`);
      }
      if (
        node instanceof HTMLAnchorElement &&
        node.host !== location.host &&
        node.rel !== 'noopener noreferrer'
      )
        bad.push(`rel of ${said}`);
    }
    // A change of direction ends with the text that contains it: with its block, or with its isolation.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!/[\u202A-\u202E\u2066-\u2069]/.test(text.data)) continue;
      let node: Node = text;
      for (;;) {
        const parent = node.parentElement;
        if (!parent) break;
        const beside = [...parent.childNodes].some((other) => other !== node && other.textContent?.trim());
        const { display, unicodeBidi } = getComputedStyle(parent);
        const isOwn =
          display !== 'inline' || unicodeBidi.startsWith('isolate') || unicodeBidi === 'plaintext';
        if (beside && node instanceof Text && parent.childElementCount > 0 && !isOwn)
          bad.push(`turns ${parent.outerHTML.slice(0, 200)}`);
        if (isOwn) break;
        if (beside) bad.push(`turns what is beside ${parent.outerHTML.slice(0, 200)}`);
        node = parent;
      }
    }
    return { bad, ran: '__ran' in globalThis, title: document.title };
  });

test('what strangers write is text, wherever it is shown, and reverses nothing', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, [/status of 4\d\d .*\/media\//]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  const victim = page.getByRole('listitem').filter({ hasText: 'Vítima' });
  await expect(victim).toBeVisible();

  const list = page.getByRole('listitem').first();
  await expect(list).toBeVisible();
  const sane = async () => {
    const { bad, ran, title } = await intruders(page);
    expect(bad).toEqual([]);
    expect(ran).toBe(false);
    expect(title).not.toContain('OWNED');
  };
  await sane();
  // The rows keep their height and stay within the list.
  const heights = await page
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => [row.clientHeight, row.scrollWidth - row.clientWidth]));
  expect(Math.max(...heights.map(([height = 0]) => height))).toBeLessThan(120);
  for (const [, overflow] of heights) expect(overflow).toBeLessThanOrEqual(1);

  await victim.click();
  const log = page.getByRole('log');
  await expect(log.getByTestId('message').first()).toBeVisible();
  await expect(log.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  await picture(page, 'attacks');
  // What the page of a visitor has said stands beside the conversation.
  await page.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  const panel = page.getByRole('complementary', { name: 'Dados do contato' });
  await expect(panel.getByRole('heading', { name: 'No site' })).toBeVisible();
  await sane();
  await panel.getByRole('button', { name: 'Esconder' }).click();
  // The latest are e-mails, each with what is folded in it.
  for (const folded of ['Mostrar o que foi citado', 'Mostrar a assinatura'])
    await log.getByRole('button', { name: folded }).last().click();
  await sane();
  const composer = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await composer.fill('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await sane();
  await composer.fill('');
  const seen = new Set<string>();
  // All the way up: pages come from the server, and every bubble is looked at on its way.
  await expect(async () => {
    await sane();
    for (const text of await log.getByTestId('message').allInnerTexts()) seen.add(text.slice(0, 80));
    const wide = await log.evaluate((element) => {
      const inner = [element, ...element.querySelectorAll('*')];
      const scroller = inner.find((node) => node.scrollHeight > node.clientHeight + 200) ?? element;
      scroller.scrollTop = Math.max(0, scroller.scrollTop - scroller.clientHeight * 1.5);
      return scroller.scrollWidth - scroller.clientWidth;
    });
    expect(wide).toBeLessThanOrEqual(1);
    await expect(log.getByText(BEGINNING).first()).toBeVisible({ timeout: 1 });
  }).toPass({ timeout: 90_000, intervals: [20] });
  expect(seen.size).toBeGreaterThan(150);
  // Letters of another script in the name of a host are shown for what they are.
  expect([...seen].filter((text) => text.includes('http://xn--80ak6aa92e.com/'))).toHaveLength(1);
  expectNoTrouble();
});
