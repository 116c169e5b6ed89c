import { afterAll, beforeAll } from 'vitest';
import { type Session, startApi } from '../../../test/api.ts';
import type { CompanyFixture } from '../../../test/fixtures.ts';
import { openSyncApi, type SyncApi } from './sync-api.ts';

export let server: SyncApi;
export let company: CompanyFixture;
export let ana: Session;
export let bruno: Session;

export const support = () => company.queues.support;
export const sales = () => company.queues.sales;

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    server = await openSyncApi(await startApi());
    company = await server.company('Padaria');
    ana = await server.openSession(company.ana);
    bruno = await server.openSession(company.bruno);
  });
  afterAll(() => server.stop());
}
