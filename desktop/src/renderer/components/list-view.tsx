import { type Icon, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Read } from '../kit/api-query.ts';
import { useTexts } from '../kit/use-texts.ts';
import { LoadMore, type Pages } from './load-more.tsx';
import { Panel } from './page.tsx';
import { QueryView } from './query-view.tsx';
import { StateView } from './state-view.tsx';

interface Props {
  query: Read<unknown> | (Read<unknown> & Pages);
  /** The text of a failed load. */
  failed?: string;
  isEmpty: boolean;
  /** The search text; '' where everything is shown. */
  search?: string;
  /** The text before the first record exists; absent where there always is one. */
  empty?: { icon: Icon; title: string; hint?: string; action?: ReactNode };
  /** The records. */
  children: ReactNode;
}

/** A list of records in each of its states: loading, failed, nothing found, empty, and page by page. */
export function ListView({ query, failed, isEmpty, search, empty, children }: Props) {
  const { t } = useTexts();
  return (
    <QueryView query={query} {...(failed ? { failed } : {})}>
      {() =>
        !isEmpty ? (
          <Panel>
            {children}
            {'fetchNextPage' in query ? <LoadMore pages={query} /> : null}
          </Panel>
        ) : empty && !search ? (
          <StateView {...empty} />
        ) : (
          <StateView icon={IconSearchOff} title={t('common:noResults')} hint={t('common:noResultsHint')} />
        )
      }
    </QueryView>
  );
}
