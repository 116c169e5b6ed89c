import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type KeyboardEvent, useState } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { navigate } from '../../kit/navigate.ts';
import { useOptionSearch } from '../../kit/option-search.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { type AreaHit, findInArea } from '../area-search.ts';
import type { Area } from '../areas.ts';
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
  const { t, i18n } = useTexts();
  const [search, setSearch] = useState('');
  const { pages, sections } = area;
  const title = t(area.title);
  const hits = search.trim()
    ? findInArea(pages, user, search, {
        of: (key) => t(key),
        all: (namespace) => i18n.getResourceBundle(i18n.language, namespace) as object,
      })
    : null;
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
    searchOptions(first);
    navigate(first.path);
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
              searchOptions(hit);
              onNavigate();
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** The page shows the option that was found, and not all of them. */
const searchOptions = ({ page, path, label }: AreaHit) => {
  if (page.hasOptions && label && path === page.path) useOptionSearch.getState().set(label);
};
