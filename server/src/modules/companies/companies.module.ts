import type { Module } from '../../parts.ts';
import { companyRoutes } from './companies.routes.ts';

export const companiesModule = { routes: [companyRoutes] } satisfies Module;
