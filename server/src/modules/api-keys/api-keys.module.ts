import type { Module } from '../../parts.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';
import { proveCompanyKey } from './prove-key.ts';

export const apiKeysModule = {
  routes: [apiKeyRoutes],
  grants: { companyKey: proveCompanyKey },
} satisfies Module;
