import * as contracts from '@balcao/shared/features/chats/calls.ts';
import { afterAll, beforeAll } from 'vitest';
import { type Session, startApi } from '../../../../test/api.ts';
import { type CompanyFixture, givePlan, type UserFixture } from '../../../../test/fixtures.ts';
import { openSyncApi, type SyncApi } from '../../../sync/testing/sync-api.ts';

export let server: SyncApi;
export let company: CompanyFixture;
export let plan: number;
export let sessions: Record<'admin' | 'ana' | 'bruno', Session>;

export type Who = keyof typeof sessions;
export const token = (who: Who) => sessions[who].token;
export const people = (...users: UserFixture[]) => users.map(({ id }) => ({ id }));

export const create = (who: Who, users: UserFixture[], title = 'Turno da manhã') =>
  server.call(contracts.createChat, { body: { title, users: people(...users) }, token: token(who) });
export const send = (who: Who, chatId: number, message: string, more: object = {}) =>
  server.call(contracts.sendChatMessage, {
    params: { chatId },
    body: { message, ...more },
    token: token(who),
  });
export const read = async (who: Who, chatId: number) =>
  (await server.call(contracts.listChatMessages, { params: { chatId }, query: {}, token: token(who) }))
    .records;
export const unreads = async (who: Who, chatId: number) => {
  const { records } = await server.call(contracts.listChats, { query: {}, token: token(who) });
  const members = records.find(({ id }) => id === chatId)?.users;
  return members?.find(({ userId }) => userId === sessions[who].userId)?.unreads;
};

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    server = await openSyncApi(await startApi());
    company = await server.company('Padaria');
    plan = await givePlan(server.admin, company.companyId);
    sessions = {
      admin: await server.openSession(company.admin),
      ana: await server.openSession(company.ana),
      bruno: await server.openSession(company.bruno),
    };
  });
  afterAll(() => server.stop());
}
