import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import {
  isPublicSetting,
  isSettingKey,
  maySeeSetting,
  maySetSetting,
  SETTING_KEYS,
  type SettingKey,
  settingRule,
} from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { InputError } from '../../platform/http/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { removeAll } from '../ai-requests/ai-requests.service.ts';
import { findChangeFrom, MASK, record } from '../audit/audit.service.ts';
import { hoursChanged } from '../open-hours/open-hours.service.ts';
import { refreshConsoles } from '../subscription/company-changed.ts';
import * as repo from './settings.repo.ts';

export interface Setting {
  key: SettingKey;
  value: string;
}

/** Every option that the actor may see; secrets as masks. */
export async function list(tx: Tx, actor: Actor): Promise<Setting[]> {
  return (await all(tx, actor.companyId)).filter(({ key }) => maySeeSetting(actor, key));
}

/** ERR_NO_SETTING_FOUND, also for one that is not the actor's to see. */
export async function get(tx: Tx, actor: Actor, key: string): Promise<Setting> {
  return orNotFound(
    (await list(tx, actor)).find((setting) => setting.key === key),
    'ERR_NO_SETTING_FOUND',
  );
}

/** Who has last switched an option off since then, and when, as the log says. */
export const switchedOff = (tx: Tx, companyId: number, key: SettingKey, since: Date) =>
  findChangeFrom(tx, companyId, { entity: 'setting', entityId: key }, 'enabled', since);

/** What everybody in the company knows from signing in. */
export async function listPublic(tx: Tx, companyId: number): Promise<Setting[]> {
  return (await all(tx, companyId)).filter(({ key }) => isPublicSetting(key));
}

/** Each option has its default when nobody has set it. */
async function all(tx: Tx, companyId: number): Promise<Setting[]> {
  const stored = new Map((await repo.list(tx, companyId)).map(({ key, value }) => [key, value]));
  return SETTING_KEYS.map((key) => ({ key, value: stored.get(key) ?? settingRule(key).initial }));
}

/**
 * Sets one option by its own rule. A mask that comes back is a form that was saved without touching the secret.
 * ERR_NO_SETTING_FOUND, ERR_VALIDATION; ERR_NO_PERMISSION for one that is not the actor's to set.
 */
export async function set(
  tx: Tx,
  actor: Actor,
  { key, value }: { key: string; value: string },
  secrets: Secrets,
): Promise<Setting> {
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND');
  const rule = settingRule(key);
  if (!maySetSetting(actor, key)) throw new AppError('ERR_NO_PERMISSION');
  // Half a character fits into no JSON of PostgreSQL, so not into the log either.
  const parsed = rule.value.safeParse(value.toWellFormed());
  if (!parsed.success)
    throw new InputError(parsed.error.issues.map(({ code }) => ({ location: 'body.value', code })));

  const { companyId } = actor;
  const before = (await repo.lock(tx, companyId, key))?.value;
  const shown = rule.secret ? masked(parsed.data) : parsed.data;
  if (rule.secret && parsed.data !== '' && parsed.data === before) return { key, value: before };
  const sealed =
    rule.secret && parsed.data !== '' ? secrets.seal(Buffer.from(parsed.data), place(companyId, key)) : null;
  await repo.put(tx, companyId, key, { value: shown, sealed });
  // Consoles are told with the person who is signed in whether there are campaigns.
  if (key === 'campaignsEnabled') await refreshConsoles(tx, companyId);
  // What is kept no longer is gone at once.
  if (key === 'aiRequestDays' && parsed.data === '') await removeAll(tx, companyId);
  if (key === 'scheduleType') await hoursChanged(tx, companyId);

  const told = (text: string) => (rule.secret && text !== '' ? MASK : text);
  const changes = [{ field: 'value', from: told(before ?? rule.initial), to: told(shown) }];
  const what = { action: 'update', entity: 'setting', entityId: key, entityName: key } as const;
  await record(tx, { companyId, actor, ...what, changes });
  return { key, value: shown };
}

/** What a company has at billing systems, for whoever asks them; null where something is missing. */
export async function readProviders(tx: Tx, companyId: number, secrets: Secrets) {
  const sealed = await repo.listProviders(tx, companyId);
  const value = (key: SettingKey): string => {
    const row = sealed.find((one) => one.key === key);
    if (!row) return '';
    return row.sealed ? secrets.open(row.sealed, place(companyId, key)).toString() : row.value;
  };
  const [host, token] = [value('ipixc'), value('tokenixc')];
  const [mkHost, clientId] = [value('ipmkauth'), value('clientidmkauth')];
  const [clientSecret, apiKey] = [value('clientsecretmkauth'), value('asaas')];
  return {
    ixc: host && token ? { host, token } : null,
    mkauth: mkHost && clientId && clientSecret ? { host: mkHost, clientId, clientSecret } : null,
    asaas: apiKey ? { apiKey } : null,
  };
}

/** The company's token at NotificaMe Hub. ERR_HUB_TOKEN_MISSING when it has none. */
export async function readHubToken(tx: Tx, companyId: number, secrets: Secrets): Promise<string> {
  const row = (await repo.listProviders(tx, companyId)).find(({ key }) => key === 'notificameHub');
  if (!row?.sealed) throw new AppError('ERR_HUB_TOKEN_MISSING');
  return secrets.open(row.sealed, place(companyId, 'notificameHub')).toString();
}

/** Where a sealed value belongs: it opens nowhere else. */
const place = (companyId: number, key: SettingKey) => `settings.sealed/${companyId}/${key}`;

const SHOWN_CHARS = 4;
/** The end of a long one lets people tell keys apart; of a short one it would tell too much. */
const masked = (secret: string) => {
  if (secret === '') return '';
  return secret.length < SHOWN_CHARS * 4 ? MASK : `${MASK}${secret.slice(-SHOWN_CHARS)}`;
};
