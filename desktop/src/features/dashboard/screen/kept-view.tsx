import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import type { Kept, Read } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';

interface Props<T> {
  query: Read<Kept<T>>;
  /** What they are figures of, where the page does not say it. */
  about?: (answer: T) => string;
  children: (answer: T) => ReactNode;
}

/** Figures that are still shown while the server cannot be reached, with the time that they are of. */
export function KeptView<T>({ query, about, children }: Props<T>) {
  return (
    <QueryView query={query}>
      {({ answer, keptAt }) => (
        <>
          {keptAt ? <KeptNote at={keptAt} about={about?.(answer)} /> : null}
          {children(answer)}
        </>
      )}
    </QueryView>
  );
}

function KeptNote({ at, about }: { at: string; about: string | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <p className={classes.kept} role="status">
      <IconCloudOff size={16} aria-hidden />
      <span>
        {t('dashboard:keptFrom', { time: format.moment(at) })}
        {about ? ` · ${about}` : null}
      </span>
    </p>
  );
}
