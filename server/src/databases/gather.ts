import { listAudit } from '@balcao/shared/audit-log.ts';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import { listPasswordResets } from '@balcao/shared/features/auth/calls.ts';
import { getCompanySignIn } from '@balcao/shared/features/auth/oidc.ts';
import { listAllCompanies, listCompanies } from '@balcao/shared/features/companies/calls.ts';
import { listCompanyInvoices } from '@balcao/shared/features/invoices/calls.ts';
import { listHeldConnections } from '@balcao/shared/features/system/calls.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import { systemViews } from './gather-system.ts';
import { type Answers, type Gathering, gathering, type OfHome, type Query } from './gathering.ts';
import type { Homes } from './home.ts';
import { type MergedPage, mergePages, sentPage } from './merge.ts';
import type { Places } from './places.ts';

/** Lists of the operator over all companies: each home has a part of them. */
export function operatorLists(places: Pick<Places, 'of'>, homes: Pick<Homes, 'away'>): Gathering[] {
  const ofHome: OfHome = ({ name }, companyId) => places.of(companyId) === name;
  return [
    // What the operator did to a company stands where that was.
    gathering(listAudit, audit),
    gathering(listCompanies, companies(ofHome)),
    gathering(listCompanyInvoices, invoices(ofHome)),
    gathering(listAllCompanies, async (answers) =>
      (await answers({}))
        .flatMap(([home, rows]) => rows.filter(({ id }) => ofHome(home, id)))
        .sort((one, other) => one.id - other.id),
    ),
    gathering(listPasswordResets, async (answers) =>
      (await answers({}))
        .flatMap(([, rows]) => rows)
        .sort((one, other) => other.requestedAt.localeCompare(one.requestedAt)),
    ),
    gathering(listHeldConnections, heldConnections(ofHome)),
    ...systemViews(ofHome, homes),
  ];
}

/** What visitors ask of the installation, who have not said yet whose they are. */
export const FOR_VISITORS: Gathering[] = [
  gathering(getCompanySignIn, async (answers) => ({
    open: (await answers({})).some(([, { open }]) => open),
  })),
];

const companies =
  (ofHome: OfHome): Gathering<typeof listCompanies>['gather'] =>
  async (answers, { after, pageNumber, ...rest }) => {
    const pages = async (from: string | undefined) =>
      mergePages(
        (await answers({ ...rest, after: from })).map(([home, { companies: rows, hasMore }]) =>
          sentPage(rows, hasMore, ({ id }) => ofHome(home, id)),
        ),
        (one, other) => one.id - other.id,
        ({ id }) => String(id),
      );
    const { shown, ...page } = await walk(pages, after, pageNumber);
    return { companies: shown, count: await countOf(answers, rest), ...page };
  };

const invoices =
  (ofHome: OfHome): Gathering<typeof listCompanyInvoices>['gather'] =>
  async (answers, { after, pageNumber, ...rest }) => {
    const pages = async (from: string | undefined) =>
      mergePages(
        (await answers({ ...rest, after: from })).map(([home, { list: rows, hasMore }]) =>
          sentPage(rows, hasMore, ({ company }) => ofHome(home, company.id)),
        ),
        (one, other) => other.createdAt.localeCompare(one.createdAt) || other.id - one.id,
        ({ createdAt, id }) => JSON.stringify([createdAt, id]),
      );
    const { shown, ...page } = await walk(pages, after, pageNumber);
    return { list: shown, ...page };
  };

const heldConnections =
  (ofHome: OfHome): Gathering<typeof listHeldConnections>['gather'] =>
  async (answers, query) => {
    const { shown, ...page } = mergePages(
      (await answers(query)).map(([home, { list: rows, hasMore }]) =>
        sentPage(rows, hasMore, ({ companyId }) => ofHome(home, companyId)),
      ),
      (one, other) => one.connectionId - other.connectionId,
      ({ connectionId }) => String(connectionId),
    );
    return { list: shown, ...page };
  };

const audit: Gathering<typeof listAudit>['gather'] = async (answers, query) => {
  const pageNumber = Math.max(Number(query.pageNumber ?? 1), 1);
  const rows: RouteOutput<typeof listAudit>['entries'] = [];
  let homesHaveMore = true;
  for (let number = 1; number <= pageNumber && homesHaveMore; number += 1) {
    const parts = await answers({ ...query, pageNumber: String(number) });
    rows.push(...parts.flatMap(([, { entries }]) => entries));
    homesHaveMore = parts.some(([, { hasMore }]) => hasMore);
  }
  rows.sort((one, other) => other.at.localeCompare(one.at) || other.id - one.id);
  const [from, to] = [(pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE];
  return { entries: rows.slice(from, to), hasMore: rows.length > to || homesHaveMore };
};

/** Programs may ask for the nth page, which begins behind the others. */
async function walk<Row>(
  pages: (after: string | undefined) => Promise<MergedPage<Row>>,
  after: string | undefined,
  pageNumber: string | undefined,
): Promise<MergedPage<Row>> {
  let page = await pages(after);
  if (after !== undefined) return page;
  for (let number = 1; number < Number(pageNumber ?? 1); number += 1) {
    if (page.next === null) return { shown: [], hasMore: false, next: null };
    page = await pages(page.next);
  }
  return page;
}

/** All homes but the first one have a copy of the operator's company, which is the first of all. */
async function countOf(answers: Answers<typeof listCompanies>, query: Query): Promise<number> {
  const parts = await answers({ ...query, after: undefined });
  const [first] = parts;
  const all = parts.reduce((sum, [, { count }]) => sum + count, 0);
  const isCounted = first?.[1].companies[0]?.id === OPERATOR;
  return isCounted ? all - (parts.length - 1) : all;
}
