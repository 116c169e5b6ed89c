import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { OFFICIAL } from '../server/src/demo/official-number.ts';
import { sealCredentials } from '../server/src/platform/connection-credentials.ts';
import { openPool, type Sql } from '../server/src/platform/db/client.ts';
import { createSecrets } from '../server/src/platform/secrets.ts';
import { hasMailServers, type MailPair, startMailPair } from '../server/test/services/mail-pair.ts';
import { mailPeople } from '../server/test/services/mail-people.ts';

/** Where customers of the demo shop write to. */
export const MAILBOX = 'contato@loja.demo.test';
const NAME = 'E-mail da loja';
const LOOK_EVERY_MS = 500;
const OPEN_WITHIN_MS = 60_000;

interface Running {
  databaseUrl: string;
  keyFile: string;
  pair: MailPair;
}

/** A real Dovecot and a real Exim; null where this computer has none: npm brings no mail server. */
export const startMailServers = async (): Promise<MailPair | null> =>
  hasMailServers() ? startMailPair() : null;

/**
 * Stands for the shop's owner, who links the mailbox, and for the first who write to it. Mails of before are gone from the
 * servers with every start, and stay in the conversations.
 */
export async function openMailbox({ databaseUrl, keyFile, pair }: Running): Promise<void> {
  const sql = openPool(databaseUrl, { max: 1, name: 'demo-mailbox' });
  try {
    const [shop] = await sql<{ companyId: number; officialId: number; known: number | null }[]>`
      select o.company_id::int as "companyId", o.id::int as "officialId", m.id::int as known from connections o
      left join connections m on m.company_id = o.company_id and m.kind = 'mail' and m.name = ${NAME} and m.deleted_at is null
      where o.kind = 'whatsapp_cloud' and o.name = ${OFFICIAL.name} and o.deleted_at is null order by o.id limit 1`;
    if (!shop) return;
    const { companyId, known } = shop;
    const id = known ?? (await addConnection(sql, shop));
    const secrets = createSecrets({ keyFile });
    const credentials = {
      ...pair.credentialsOf(MAILBOX),
      fromName: 'Loja Demo',
      signature: 'Loja Demo · Café',
    };
    // Another start has other ports.
    await sql`
      update connections set credentials = ${sealCredentials(secrets, companyId, id, credentials)}, desired = 'running',
        status = 'OPENING', generation = generation + 1
      where company_id = ${companyId} and id = ${id}`;
    if (known === null) await writeFirst(sql, id, pair);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function addConnection(
  sql: Sql,
  { companyId, officialId }: { companyId: number; officialId: number },
): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    with made as (
      insert into connections (company_id, name, kind, channel) values (${companyId}, ${NAME}, 'mail', 'mail')
      returning company_id, id),
    led as (
      insert into connection_queues (company_id, connection_id, queue_id)
      select m.company_id, m.id, q.queue_id from made m
      join connection_queues q on q.company_id = m.company_id and q.connection_id = ${officialId})
    select id::int from made`;
  if (!made) throw new Error('unreachable');
  return made.id;
}

/** A mailbox begins with what comes once it is open. */
async function writeFirst(sql: Sql, id: number, pair: MailPair): Promise<void> {
  for (let waited = 0; waited < OPEN_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const [row] = await sql<{ status: string }[]>`select status from connections where id = ${id}`;
    if (row?.status === 'CONNECTED') break;
    await sleep(LOOK_EVERY_MS);
  }
  const { customer } = mailPeople(pair, MAILBOX);
  await customer('compras@padarialima.test', 'Padaria Lima').says(
    'Bom dia!\n\nPrecisamos de 20 kg por mês do Espresso da casa, moído para prensa.\nQual o preço, e em que dia entregam?\n\nAbraço,\nRaquel',
    {
      subject: 'Orçamento para 20 kg por mês',
      html: '<p>Bom dia!</p><p>Precisamos de <b>20 kg por mês</b> do <i>Espresso da casa</i>, moído para prensa.</p><ul><li>Qual o preço?</li><li>Em que dia entregam?</li></ul><p>Abraço,<br>Raquel</p>',
    },
  );
  await customer('otavio@correio.test', 'Otávio Reis').says(
    'Recebi hoje, obrigado!\n\nPodem mandar a nota fiscal em nome da empresa?\n\nEm ter., 24 de nov. de 2026, Loja Demo escreveu:\n> Seu pedido 1042 saiu para entrega.\n> Chega em até três dias úteis.',
    { subject: 'Re: Pedido 1042 a caminho' },
  );
  await customer('clara@correio.test', 'Clara Sena').says('Pedi em grão, e chegou moído: veja a foto.', {
    subject: 'Chegou trocado',
    picture: await readFile(new URL('../server/src/demo/files/bag.jpg', import.meta.url)),
    html: '<p>Pedi em grão, e chegou moído, veja a foto:</p><p><img src="cid:foto@programa.test" width="240" alt="O pacote"></p>',
  });
}
