import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type KeyboardEvent, useState } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { type AreaHit, findInArea } from '../area-search.ts';
import type { Area } from '../areas.ts';
import { openOption, searchOption, useAllTexts } from './find-option.ts';
import classes from './navigation.module.css';
import { NavigationLink } from './navigation-link.tsx';

/** So few are seen at a glance. */
const SEARCHED_FROM = 7;

interface Props {
  area: Area;
  user: SessionUser;
  onNavigate?: (() => void) | undefined;
}

/** The pages of an area, and a search over them and what can be set on them. */
export function AreaList({ area, user, onNavigate }: Props) {
  const { t } = useTexts();
  const texts = useAllTexts();
  const [search, setSearch] = useState('');
  const { pages, sections } = area;
  const title = t(area.title);
  const hits = search.trim() ? findInArea(pages, user, search, texts) : null;
  return (
    <nav className={classes.area} aria-label={title}>
      <div className={classes.heading}>{title}</div>
      {pages.length < SEARCHED_FROM ? null : <Search value={search} onChange={setSearch} first={hits?.[0]} />}
      {hits ? (
        <Hits
          hits={hits}
          onNavigate={() => {
            setSearch('');
            onNavigate?.();
          }}
        />
      ) : (
        sections.map(({ group, pages: listed }) => (
          <div key={group} className={classes.group}>
            {sections.length > 1 ? (
              <div className={classes.subheading}>{t(`layout:groups.${group}`)}</div>
            ) : null}
            <ul className={classes.list}>
              {listed.map((page) => (
                <li key={page.path}>
                  <NavigationLink page={page} label={t(page.inArea ?? page.title)} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </nav>
  );
}

interface SearchProps {
  value: string;
  onChange: (value: string) => void;
  /** Enter leads to it. */
  first: AreaHit | undefined;
}

function Search({ value, onChange, first }: SearchProps) {
  const { t } = useTexts();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onChange('');
    if (key !== 'Enter' || !first) return;
    openOption(first);
    onChange('');
  };
  return (
    <SearchInput label={t('layout:areaSearch')} value={value} onChange={onChange} onKeyDown={onKeyDown} />
  );
}

function Hits({ hits, onNavigate }: { hits: readonly AreaHit[]; onNavigate: () => void }) {
  const { t } = useTexts();
  if (hits.length === 0) return <p className={classes.none}>{t('common:noResults')}</p>;
  return (
    <ul className={classes.list}>
      {hits.map((hit) => (
        <li key={`${hit.page.path} ${hit.label}`}>
          <NavigationLink
            page={hit.page}
            path={hit.path}
            label={hit.label ?? t(hit.page.title)}
            on={hit.label === null ? null : t(hit.page.title)}
            onNavigate={() => {
              searchOption(hit);
              onNavigate();
            }}
          />
        </li>
      ))}
    </ul>
  );
}
