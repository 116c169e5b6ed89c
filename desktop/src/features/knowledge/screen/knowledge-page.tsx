import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { ArticleList } from './article-list.tsx';
import { ArticleReader } from './article-reader.tsx';
import { UnansweredPage } from './unanswered-page.tsx';

interface Props {
  user: SessionUser;
  /** The article that is open, or `unanswered`, from the address. */
  open: string | null;
}

/** What the team knows: the list, one article of it, or what is missing. */
export function KnowledgePage({ user, open }: Props) {
  if (open === 'unanswered' && can(user, 'knowledge:write')) return <UnansweredPage user={user} />;
  return open === null ? (
    <ArticleList user={user} />
  ) : (
    <ArticleReader key={open} id={Number(open)} user={user} />
  );
}
