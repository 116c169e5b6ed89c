import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconChartHistogram, IconServerCog, IconSettings, IconSpeakerphone } from '@tabler/icons-react';
import type { PageEntry, PageGroup } from '../kit/pages.ts';
import { pagesOf } from './pages.ts';

/** Pages that have one entry in the rail and a list of their own beside it. */
const AREAS = [
  { title: 'layout:groups.management', icon: IconChartHistogram, groups: ['management'] },
  { title: 'campaigns:title', icon: IconSpeakerphone, groups: ['campaigns'] },
  { title: 'settings:title', icon: IconSettings, groups: ['administration', 'rules', 'channels'] },
  { title: 'layout:groups.platform', icon: IconServerCog, groups: ['platform'] },
] as const satisfies readonly { groups: readonly PageGroup[]; [fact: string]: unknown }[];

interface Section {
  group: (typeof AREAS)[number]['groups'][number];
  pages: readonly PageEntry[];
}

export type Area = Pick<(typeof AREAS)[number], 'title' | 'icon'> & {
  sections: readonly Section[];
  pages: readonly PageEntry[];
};

/** The areas in which this user may open anything. */
export function areasOf(user: SessionUser): Area[] {
  const pages = pagesOf(user);
  return AREAS.map(({ title, icon, groups }) => {
    const sections = groups
      .map((group) => ({ group, pages: pages.filter((page) => page.group === group) }))
      .filter((section) => section.pages.length > 0);
    return { title, icon, sections, pages: sections.flatMap((section) => section.pages) };
  }).filter((area) => area.pages.length > 0);
}

/** Whether this page, or one that only it leads to, is on the screen. */
export const isAt = (location: string, { path, also = path }: PageEntry): boolean =>
  location === path || location.startsWith(`${path}/`) || location.startsWith(`${also}/`);

export const areaAt = (areas: readonly Area[], location: string): Area | undefined =>
  areas.find(({ pages }) => pages.some((page) => isAt(location, page)));
