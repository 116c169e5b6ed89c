import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { ArticleList } from './article-list.tsx';
import { ArticleReader } from './article-reader.tsx';

interface Props {
  user: SessionUser;
  /** The article that is open, from the address. */
  open: string | null;
}

/** What the team knows: the list, or one article of it. */
export function KnowledgePage({ user, open }: Props) {
  return open === null ? (
    <ArticleList user={user} />
  ) : (
    <ArticleReader key={open} id={Number(open)} user={user} />
  );
}
