import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type Action, can } from '@balcao/shared/permissions.ts';
import type { Namespaces } from '@balcao/shared/texts.ts';
import type { Icon } from '@tabler/icons-react';
import { type ComponentType, createElement, lazy, type ReactNode } from 'react';

type SentencesOf<Texts> = {
  [K in keyof Texts & string]: Texts[K] extends string ? K : never;
}[keyof Texts & string];
/** A text of the first level of any namespace. */
type Title = {
  [N in keyof Namespaces]: `${N}:${SentencesOf<Namespaces[N]>}`;
}[keyof Namespaces];

/** The users who see a page or a tab; everybody when none of these is set. */
interface Shown {
  /** The user needs one of them. */
  requires?: readonly Action[];
  /** The part of the product that the company's plan must include. */
  plan?: PlanFlag;
  shownIf?: (user: SessionUser) => boolean;
}

interface PageProps {
  user: SessionUser;
  /** The part of the address after the path. */
  detail: string | null;
}

/** Where pages stand in the navigation, in this order: work, then what is looked at, and what is set up once. */
export const PAGE_GROUPS = [
  'service',
  'management',
  'campaigns',
  'administration',
  'rules',
  'channels',
  'platform',
  'personal',
] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

type TextOf<N extends keyof Namespaces, Part extends keyof Namespaces[N] & string> = {
  [P in Part]: `${N}:${P}.${keyof Namespaces[N][P] & string}`;
}[Part];

/** A page for signed-in users: its address, who may see it, and its place in the navigation. */
export interface PageEntry extends Shown {
  title: Title;
  /** What the list of its area calls it, where the area's own name says the rest. */
  inArea?: TextOf<'campaigns', 'menu'> | TextOf<'settings', 'tabs'>;
  /** The profile menu or another place leads to personal pages; null: only another page leads to it. */
  group: PageGroup | null;
  /** What the search of its area finds on it. */
  parts?: readonly PagePart[];
  path: string;
  /** It shows what the cache has: it can be worked on without a network. */
  offline?: true;
  /** Open to an admin whose company is overdue: what one needs to pay; `inBar`: a button leads there. */
  whenOverdue?: true | 'inBar';
  /** A path of its own that another part of it has. */
  also?: string;
  /** The pattern of the address after the path. */
  detail?: string;
  /** The address has a word of its own behind the detail. */
  tail?: true;
  icon: Icon;
  /** Its parts are all that can be found on it; those at its own address are options (`option-search.ts`). */
  hasOptions?: true;
  /** A warning that the item carries, or how much there is to do. */
  Badge?: ComponentType;
  /** Who may not open it is told so; else its address leads to the tickets. */
  tellsOthers?: true;
  render: (props: PageProps) => ReactNode;
}

export interface PagePart extends Shown {
  title: Title | TextOf<'settings', 'tabs' | 'options'>;
  path: string;
}

/** A part of the settings page, whose address ends in its key. */
export interface SettingsTab extends Shown {
  key: string;
  title: PagePart['title'];
  render: (props: { user: SessionUser }) => ReactNode;
}

/** Campaigns are shown when the server says so, which knows more than the plan. */
const hasPart = ({ cshow, company }: SessionUser, part: PlanFlag): boolean =>
  part === 'useCampaigns' ? cshow : company.plan?.[part] === true;

export const isShownTo = (user: SessionUser, { requires, plan, shownIf }: Shown): boolean =>
  (!requires || requires.some((action) => can(user, action))) &&
  (!plan || hasPart(user, plan)) &&
  (!shownIf || shownIf(user));

/** Whether nothing but the company's plan keeps it from this user. */
export const isBeyondPlan = (user: SessionUser, { plan, ...shown }: PageEntry): boolean =>
  plan !== undefined && !hasPart(user, plan) && isShownTo(user, shown);

/** Whether its address says that this user's company may not open it. */
export const isRefusedTo = (user: SessionUser, page: PageEntry): boolean =>
  isBeyondPlan(user, page) || (page.tellsOthers === true && !isShownTo(user, page));

/** Whether a page is open to this user as the company stands. */
export const isOpenTo = (user: SessionUser, page: PageEntry): boolean =>
  isShownTo(user, page) && (user.overdueSince === null || page.whenOverdue !== undefined);

/** Draws a component whose code is loaded when it is first shown: the desk starts without it. */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): (props: Props) => ReactNode {
  const Page = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => createElement(Page, props);
}
