import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import type { Kept, Read } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

type Question = Readonly<Record<string, string | undefined>>;

interface Props<T> {
  query: Read<Kept<T>>;
  /** What the screen says that it shows. */
  question: Question;
  children: (answer: T) => ReactNode;
}

/** The answer to a question: what is kept of another one is not shown in its place. */
export function AskedView<T extends { asked: Question }>({ query, question, children }: Props<T>) {
  const { t } = useTexts();
  const { data } = query;
  if (data?.keptAt && written(data.answer.asked) !== written(question))
    return <StateView role="status" icon={IconCloudOff} title={t('reports:notKept')} />;
  return <KeptView query={query}>{children}</KeptView>;
}

const written = (question: Question): string =>
  JSON.stringify(
    Object.entries(question)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
