import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Kept, Read } from '../kit/api-query.ts';
import { useThrownText } from '../kit/error-text.ts';
import { useFormat } from '../kit/format.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './kept-view.module.css';
import { QueryView } from './query-view.tsx';

interface Props<T> {
  query: Read<Kept<T>>;
  /** What they are figures of, where the page does not say it. */
  about?: (answer: T) => string;
  children: (answer: T) => ReactNode;
}

/** Figures that are still shown while the server cannot be reached, with the time that they are of, or while it fails. */
export function KeptView<T>({ query, about, children }: Props<T>) {
  return (
    <QueryView query={query}>
      {({ answer, keptAt }) => (
        <>
          {keptAt ? <KeptNote at={keptAt} about={about?.(answer)} /> : null}
          {query.error && !keptAt ? <FailedNote error={query.error} /> : null}
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
        {t('common:keptFrom', { time: format.moment(at) })}
        {about ? ` · ${about}` : null}
      </span>
    </p>
  );
}

/** What is shown was right a while ago. */
function FailedNote({ error }: { error: Error }) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  return (
    <p className={classes.kept} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <span>{t('common:notRefreshed', { reason: thrownText(error) })}</span>
    </p>
  );
}
