import type { Page } from '@playwright/test';
import type { Sql } from '../../../server/src/platform/db/client.ts';

/** An admin's screen, and the database behind it. */
export interface Screen {
  page: Page;
  sql: Sql;
}

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar contatos' });
export const rows = (page: Page) =>
  page.getByRole('table').getByRole('row').getByRole('button').and(page.locator(':has(bdi)'));
