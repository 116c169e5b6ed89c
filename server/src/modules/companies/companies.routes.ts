import * as contracts from '@balcao/shared/api/companies.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { type Actor, can } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Passwords } from '../auth/passwords.ts';
import * as companies from './companies.service.ts';
import { needsSetUp, setUp } from './set-up.ts';
import { signUp } from './sign-up.ts';
import { tellCompany } from './tell-company.ts';

export interface CompanyDependencies {
  db: Database;
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

function publicRoutes(app: FastifyInstance, { db, passwords, secrets, clock }: CompanyDependencies): void {
  const limit = createAddressLimit({ ...FOUNDING, clock });

  register(app, contracts.signUp, async ({ body }, { request }) => {
    limit(request.ip);
    const { password, ...input } = body;
    const passwordHash = await passwords.hash(password);
    return db.asSystem((tx) => signUp(tx, { ...input, passwordHash }, clock()));
  });
  register(app, contracts.getSetUp, async () => ({ open: await db.asSystem(needsSetUp) }));
  register(app, contracts.setUp, async ({ body }, { request }) => {
    limit(request.ip);
    const { password, ...input } = body;
    const passwordHash = await passwords.hash(password);
    return db.asSystem((tx) => setUp(tx, { ...input, passwordHash }, secrets));
  });
}

/** The own company, or any for an operator; another's answers as a missing one. */
function ownRoutes(app: FastifyInstance, { db, bus }: CompanyDependencies): void {
  const reach = (actor: Actor, id: number, own: 'readCompany' | 'withCompany') => {
    if (id === actor.companyId) return <T>(work: (tx: Tx) => Promise<T>) => db[own](id, work);
    if (can(actor, 'companies:manage')) return db.asSystem;
    throw new AppError('ERR_NO_COMPANY_FOUND');
  };

  register(app, contracts.getCompany, async ({ params }, { actor }) =>
    reach(actor, params.companyId, 'readCompany')((tx) => companies.getFor(tx, actor, params.companyId)),
  );
  register(app, contracts.getCompanyPlan, async ({ params }, { actor }) =>
    reach(actor, params.companyId, 'readCompany')((tx) => companies.getFor(tx, actor, params.companyId)),
  );
  register(app, contracts.updateSchedules, async ({ params: { companyId }, body }, { actor }) => {
    const change = reach(actor, companyId, 'withCompany');
    const company = await change((tx) => companies.updateSchedules(tx, actor, companyId, body));
    // In another timezone the last day that is paid ends at another moment.
    tellCompany(bus, companyId);
    return company;
  });
}

function operatorRoutes(app: FastifyInstance, deps: CompanyDependencies): void {
  const { db, bus, passwords, clock, storage } = deps;
  const told = async <T>(companyId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await db.asSystem(work);
    tellCompany(bus, companyId);
    return result;
  };

  register(app, contracts.listCompanies, ({ query }) => {
    const page = query.pageNumber === 'all' ? null : Math.max(1, query.pageNumber ?? 1);
    return db.asSystem((tx) => companies.list(tx, query.searchParam, page));
  });
  register(
    app,
    contracts.listAllCompanies,
    async () => (await db.asSystem((tx) => companies.list(tx, undefined, null))).companies,
  );
  register(app, contracts.createCompany, async ({ body: { password, ...fields } }, { actor }) => {
    const passwordHash = await passwords.hash(password);
    return db.asSystem((tx) => companies.create(tx, actor, { ...fields, passwordHash }));
  });
  register(app, contracts.updateCompany, ({ params, body }, { actor }) =>
    told(params.companyId, (tx) => companies.update(tx, actor, params.companyId, body)),
  );
  register(app, contracts.advanceDueDate, ({ params }, { actor }) =>
    told(params.companyId, (tx) => companies.advanceDueDate(tx, actor, params.companyId, clock())),
  );
  register(app, contracts.deleteCompany, async ({ params: { companyId } }, { actor }) => {
    await told(companyId, (tx) => companies.remove(tx, actor, companyId));
    // What fails here, or is being written at this moment, housekeeping removes.
    db.afterCommit(() => void storage.removeCompany(companyId).catch(() => {}));
  });
}
