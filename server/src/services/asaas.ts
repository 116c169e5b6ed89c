import type { Bill } from './bill.ts';
import type { Outside } from './outside.ts';
export interface AsaasAccount {
  host?: string;
  token?: string;
  clientId?: string;
  clientSecret?: string;
  apiKey?: string;
}
export async function findBills(_o: Outside, _a: AsaasAccount, _d: string, _h: object): Promise<Bill[]> {
  return [];
}
