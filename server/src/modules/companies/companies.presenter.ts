import type { CompanyView } from '@balcao/shared/api/companies.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/domain/business-hours.ts';
import type { CompanyRecord } from './companies.repo.ts';

export function presentCompany({ company, plan, campaignsEnabled }: CompanyRecord): CompanyView {
  return {
    ...company,
    plan,
    campaignsEnabled,
    schedules: company.schedules ?? DEFAULT_BUSINESS_HOURS,
    createdAt: company.createdAt.toISOString(),
  };
}
