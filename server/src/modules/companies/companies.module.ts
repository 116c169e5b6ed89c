import type { Module } from '../../parts.ts';
import { companyRoutes } from './companies.routes.ts';

export const companiesModule: Module = { routes: [companyRoutes] };
