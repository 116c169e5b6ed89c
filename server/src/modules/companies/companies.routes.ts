import { randomBytes } from 'node:crypto';
import * as contracts from '@balcao/shared/features/companies/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { notifyCompanyChanged } from '../subscription/company-changed.ts';
import { OPERATOR } from '../subscription/subscription.ts';
import * as companies from './companies.service.ts';
import { needsSetUp, setUp } from './set-up.ts';
import { signUp } from './sign-up.ts';

export interface CompanyDependencies {
  config: Pick<Config, 'publicUrl'>;
  bus: Bus;
  secrets: Secrets;
  passwords: Passwords;
  storage: Storage;
  clock: () => Date;
}

export function companyRoutes(app: FastifyInstance, deps: CompanyDependencies): void {
  publicRoutes(app, deps);
  ownRoutes(app, deps);
  operatorRoutes(app, deps);
}

/** An office that tries us out, not somebody who fills the database. */
const FOUNDING = { burst: 10, everySeconds: 600 };

function publicRoutes(app: FastifyInstance, { bus, passwords, secrets, clock }: CompanyDependencies): void {
  const limit = createAddressLimit({ ...FOUNDING, clock });

  register(app, contracts.signUp, async ({ body: { password, ...input } }, { request }) => {
    limit(request.ip);
    const passwordHash = await passwords.hash(password);
    return async (tx) => {
      const made = await signUp(tx, { ...input, passwordHash }, clock());
      notifyCompanyChanged(tx, bus, made.id);
      return made;
    };
  });
  register(app, contracts.getSetUp, async (_input, { tx }) => ({ open: await needsSetUp(tx) }));
  register(app, contracts.setUp, async ({ body: { password, ...input } }, { request }) => {
    limit(request.ip);
    const passwordHash = await passwords.hash(password);
    return (tx) => setUp(tx, { ...input, passwordHash }, secrets);
  });
}

/** The own company, or any for an operator. */
function ownRoutes(app: FastifyInstance, { bus }: CompanyDependencies): void {
  register(app, contracts.getCompany, ({ params }, { tx, actor }) =>
    companies.getFor(tx, actor, params.companyId),
  );
  register(app, contracts.getOperatorContact, async (_input, { tx }) => {
    const { name, email, phone } = await companies.get(tx, OPERATOR);
    return { name, email, phone };
  });
  register(app, contracts.getCompanyPlan, ({ params }, { tx, actor }) =>
    companies.getFor(tx, actor, params.companyId),
  );
  register(app, contracts.updateSchedules, async ({ params: { companyId }, body }, { tx, actor }) => {
    // In another timezone the last day that is paid ends at another moment.
    notifyCompanyChanged(tx, bus, companyId);
    return companies.updateSchedules(tx, actor, companyId, body);
  });
}

function operatorRoutes(
  app: FastifyInstance,
  { config, bus, passwords, clock, storage }: CompanyDependencies,
): void {
  register(app, contracts.listCompanies, ({ query }, { tx }) => companies.list(tx, query, clock()));
  register(app, contracts.listAllCompanies, (_input, { tx }) => companies.listAll(tx));
  register(app, contracts.createCompany, async ({ body: { password, ...fields } }, { actor }) => {
    // One that nobody knows, until the link brings another.
    const passwordHash = await passwords.hash(password ?? randomBytes(24).toString('base64url'));
    const firstLink = password === undefined ? { at: clock(), publicUrl: config.publicUrl } : null;
    return async (tx) => {
      const made = await companies.create(tx, actor, { ...fields, passwordHash }, firstLink);
      notifyCompanyChanged(tx, bus, made.id);
      return made;
    };
  });
  register(app, contracts.updateCompany, async ({ params: { companyId }, body }, { tx, actor }) => {
    notifyCompanyChanged(tx, bus, companyId);
    return companies.update(tx, actor, companyId, body);
  });
  register(app, contracts.advanceDueDate, async ({ params: { companyId } }, { tx, actor }) => {
    notifyCompanyChanged(tx, bus, companyId);
    return companies.advanceDueDate(tx, actor, companyId, clock());
  });
  register(app, contracts.deleteCompany, async ({ params: { companyId } }, { tx, actor }) => {
    notifyCompanyChanged(tx, bus, companyId);
    await companies.remove(tx, actor, companyId);
    // What fails here, or is being written at this moment, housekeeping removes.
    afterCommit(tx, () => void storage.removeCompany(companyId).catch(() => {}));
  });
}
