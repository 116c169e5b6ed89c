import { APPROVED_TEMPLATES, OFFICIAL } from '../server/src/demo/official-number.ts';
import { openPool } from '../server/src/platform/db/client.ts';
import { createNoticeAddresses } from '../server/src/platform/notice-address.ts';
import { createSecrets } from '../server/src/platform/secrets.ts';

interface Running {
  databaseUrl: string;
  serverUrl: string;
  servicesUrl: string;
  keyFile: string;
}

/**
 * Stands for the owner of the demo shop's official number, who enters at Meta where this server is told and has templates
 * approved there: the stand-in forgets both with every start. Reads the demo database directly, because signing in would
 * end somebody's session.
 */
export async function enterOfficialNumber({
  databaseUrl,
  serverUrl,
  servicesUrl,
  keyFile,
}: Running): Promise<void> {
  const sql = openPool(databaseUrl, { max: 1, name: 'demo-official-number' });
  try {
    const [connection] = await sql<{ companyId: number; connectionId: number }[]>`
      select company_id::int as "companyId", id::int as "connectionId" from connections
      where kind = 'whatsapp_cloud' and name = ${OFFICIAL.name} and deleted_at is null order by id limit 1`;
    if (!connection) return;
    const addresses = createNoticeAddresses({ secrets: createSecrets({ keyFile }), publicUrl: serverUrl });
    const put = (path: string, body: unknown) =>
      fetch(`${servicesUrl}/whatsapp-cloud/${path}`, { method: 'PUT', body: JSON.stringify(body) });
    const { phoneNumberId, appSecret } = OFFICIAL.credentials;
    await put(`webhooks/${phoneNumberId}`, {
      url: addresses.of(connection),
      verifyToken: addresses.wordOf(connection),
      appSecret,
    });
    await put('templates', APPROVED_TEMPLATES);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
