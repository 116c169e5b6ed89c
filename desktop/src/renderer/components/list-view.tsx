import { type Icon, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { List } from '../kit/use-list.ts';
import { useTexts } from '../kit/use-texts.ts';
import { LoadMore } from './load-more.tsx';
import { Panel } from './page.tsx';
import { QueryView } from './query-view.tsx';
import { StateView } from './state-view.tsx';

/** What stands there before the first record exists. */
export interface Empty {
  icon: Icon;
  title: string;
  hint?: string;
  /** What records will look like: one on each line, its cells parted by `|`. */
  example?: string;
}

interface Props {
  list: List<unknown>;
  /** The text of a failed load. */
  failed?: string | undefined;
  /** Absent where there always is a record. */
  empty?: Empty | undefined;
  /** What makes the first record. */
  action?: ReactNode;
  /** The records. */
  children: ReactNode;
}

/** A list of records in each of its states: loading, failed, nothing found, empty, and page by page. */
export function ListView({ list, failed, empty, action, children }: Props) {
  const { t } = useTexts();
  return (
    <QueryView query={list} {...(failed ? { failed } : {})}>
      {() =>
        list.rows.length > 0 ? (
          <Panel>
            {children}
            {'fetchNextPage' in list ? <LoadMore pages={list} /> : null}
          </Panel>
        ) : empty && !list.isNarrowed ? (
          <StateView {...empty} action={action} />
        ) : (
          <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
        )
      }
    </QueryView>
  );
}
