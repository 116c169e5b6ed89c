import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import type { Shop } from './enacted.ts';

const SETTINGS = {
  privacyPage: 'enabled',
  privacyWords:
    'Somos a Loja Demo, uma torrefação de São Paulo. Usamos os seus dados para atender, entregar e, se você quiser, contar as novidades do café.\n\nNão vendemos nem emprestamos os seus dados a ninguém.',
  privacyContact: 'Encarregada dos dados: Clara Nunes\nprivacidade@lojademo.exemplo.com.br',
};

/** What the shop tells strangers of the data that it keeps. */
export async function publishPrivacy(tx: Tx, { companyId }: Pick<Shop, 'companyId'>): Promise<void> {
  const rows = Object.entries(SETTINGS).map(([key, value]) => ({ companyId, key, value }));
  await insertAll(tx, 'settings', rows);
}
