import { expect } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { PASSWORD } from './acts.ts';
import type { Stack } from './stack.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Replies that name the customer, a field of Maria's that says her order, and a picture with one of them. */
export async function addQuickMessages(stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-quick' });
  await sql`
    insert into quick_messages (company_id, shortcode, message, geral)
    select id, shortcode, text, true from companies cross join (values
      ('catalogo', '{{firstName}}, o pedido {{pedido}} sai hoje.'),
      ('horario', '{{firstName}}, atendemos das 9 às 18.'),
      ('chave pix', '{{firstName}}, a chave é {{chave}}, de {{titular}}.')) quick (shortcode, text)`;
  await sql`update contacts set extra_info = '[{"name":"Pedido","value":"A-17"}]' where name = 'Maria Souza'`;
  const [withFile] = await sql<{ id: string }[]>`select id from quick_messages where shortcode = 'catalogo'`;
  await sql.end();
  const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
    fetch(stack.serverUrl + path, { method: 'POST', headers, body });
  const login = await post(
    '/auth/login',
    { 'content-type': 'application/json' },
    JSON.stringify({ email: 'admin@demo.balcao.test', password: PASSWORD }),
  );
  const { token } = (await login.json()) as { token: string };
  const kept = await post(
    `/quick-messages/${withFile?.id}/media-upload`,
    { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'x-file-name': 'catalogo.png' },
    new Uint8Array(PNG),
  );
  expect(kept.ok).toBe(true);
}
