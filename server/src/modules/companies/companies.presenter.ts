import type { Actor } from '@balcao/shared/contract/roles.ts';
import {
  type CompanyView,
  knownCompany,
  type ListedCompany,
  type OwnCompanyView,
} from '@balcao/shared/features/companies/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { CompanyRecord, CompanyUse } from './companies.repo.ts';

export function presentCompany(company: CompanyRecord): CompanyView {
  return {
    ...company,
    schedules: company.schedules ?? DEFAULT_BUSINESS_HOURS,
    createdAt: company.createdAt.toISOString(),
  };
}

export const presentListed = (company: CompanyRecord, use: CompanyUse): ListedCompany => ({
  ...presentCompany(company),
  use: {
    users: use.users,
    connections: use.connections,
    messages: use.messages,
    messagesBefore: use.messagesBefore,
    lastMessageAt: use.lastMessageAt?.toISOString() ?? null,
  },
});

/** Address, e-mail, phone and price are for the company's admins, and for operators. */
export const showCompany = (company: CompanyView, actor: Actor): OwnCompanyView =>
  can(actor, 'subscription:view') || can(actor, 'companies:manage') ? company : knownCompany.parse(company);
