import type { Bill } from './bill.ts';
import type { Outside } from './outside.ts';
export interface MkAuthAccount {
  host?: string;
  token?: string;
  clientId?: string;
  clientSecret?: string;
  apiKey?: string;
}
export async function findBills(_o: Outside, _a: MkAuthAccount, _d: string, _h: object): Promise<Bill[]> {
  return [];
}
