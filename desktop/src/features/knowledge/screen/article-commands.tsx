import { IconBook2 } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { articlePath } from './article-path.ts';

/** Every published article: so many that only whoever looks for one sees them. */
export function ArticleCommands({ children }: PaletteSourceProps) {
  const { t } = useTexts();
  const { data: articles = [] } = useBridgeQuery('knowledge.list', null);
  const actions = articles
    .filter(({ published }) => published)
    .map(({ id, title }) => ({
      id: articlePath(id),
      label: t('knowledge:openNamed', { name: title }),
      leftSection: <IconBook2 size={18} stroke={1.6} aria-hidden />,
      onClick: () => navigate(articlePath(id)),
    }));
  return children([{ place: 'typed', heading: t('knowledge:title'), actions }]);
}
