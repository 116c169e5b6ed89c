import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Config } from '../config.ts';
import { save } from '../modules/payment-gateway/payment-gateway.service.ts';
import { savePaymentSettings } from '../modules/payment-settings/payment-settings.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Secrets } from '../platform/secrets.ts';

/** The account at the bank that is played. */
const ACCOUNT = { account: 'Client_Id_balcao', clientSecret: 'Client_Secret_segredo-da-efi' };
const RECEIVER = {
  pixKey: 'caixa@operadora.test',
  receiverName: 'Balcão Demonstração',
  receiverCity: 'Recife',
};

export interface PlayedBank {
  efi: NonNullable<Config['outgoing']['efi']>;
  secrets: Secrets;
  clock: () => Date;
}

/** Companies pay the operator at the bank that is played; its certificates lie in one folder. */
export async function openAccount(tx: Tx, actor: Actor, { efi, secrets, clock }: PlayedBank): Promise<void> {
  await savePaymentSettings(tx, actor, RECEIVER);
  const certificate = readFileSync(join(dirname(efi.caFile), 'client.pem')).toString('base64');
  await save(tx, actor, { gateway: 'efi', ...ACCOUNT, certificate }, { secrets, clock });
}
