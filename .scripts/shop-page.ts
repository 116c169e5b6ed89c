import { createChatKeys } from '../server/src/modules/web-chat/chat-keys.ts';
import { openPool } from '../server/src/platform/db/client.ts';
import { createSecrets } from '../server/src/platform/secrets.ts';
import { openShopPage } from '../server/test/shop-page/shop-page.ts';

interface Running {
  databaseUrl: string;
  serverUrl: string;
  keyFile: string;
  port: number;
}

/**
 * The demo shop's own site, with its chat. Stands for its owner, who names the site in the chat's settings: directly in the
 * demo database, because signing in would end somebody's session. Null where the demo has no chat.
 */
export async function openDemoShop({ databaseUrl, serverUrl, keyFile, port }: Running) {
  const sql = openPool(databaseUrl, { max: 1, name: 'demo-shop-page' });
  try {
    const [chat] = await sql<{ companyId: number; connectionId: number }[]>`
      select company_id::int as "companyId", connection_id::int as "connectionId" from web_chats order by connection_id limit 1`;
    if (!chat) return null;
    const shop = await openShopPage({
      port,
      serverUrl,
      key: createChatKeys(createSecrets({ keyFile })).of(chat),
    });
    await sql`
      update web_chats set origins = array[${shop.url}]
      where company_id = ${chat.companyId} and connection_id = ${chat.connectionId}`;
    return { url: shop.url, stop: shop.close };
  } finally {
    await sql.end({ timeout: 1 });
  }
}
