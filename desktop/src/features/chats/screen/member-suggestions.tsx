import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import classes from './suggestions.module.css';

/** An `@` and the beginning of a name before the caret. */
const NAMED = /(?:^|[\s(])@([^\s@]*(?: [^\s@]+)?)$/u;
const MAX_SHOWN = 6;

interface Suggestions {
  people: readonly { id: number; name: string }[];
  active: number;
  pick(name: string): void;
}

/** Members whom one may mean by what is written behind an `@`. */
export function useMemberSuggestions(
  { users }: ChatItem,
  userId: number,
  field: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) {
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const wanted = fold(query ?? '');
  const people =
    query === null
      ? []
      : users
          .flatMap(({ user }) => (user.id === userId ? [] : [user]))
          .filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
          .slice(0, MAX_SHOWN);

  const look = () => {
    const { value = '', selectionStart = 0 } = field.current ?? {};
    setQuery(NAMED.exec(value.slice(0, selectionStart))?.[1] ?? null);
    setActive(0);
  };
  const pick = (name: string) => {
    const at = field.current;
    if (!at || query === null) return;
    const from = at.selectionStart - query.length;
    onText(`${at.value.slice(0, from)}${name} ${at.value.slice(at.selectionStart)}`);
    setQuery(null);
    at.focus();
  };
  /** Whether a key belongs to the list. */
  const takes = (event: KeyboardEvent): boolean => {
    const chosen = people[active];
    if (!chosen) return false;
    if (event.key === 'ArrowDown') setActive((active + 1) % people.length);
    else if (event.key === 'ArrowUp') setActive((active + people.length - 1) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen.name);
    else if (event.key === 'Escape') setQuery(null);
    else return false;
    event.preventDefault();
    return true;
  };
  return { people, active, pick, look, takes };
}

export function MemberSuggestions({ people, active, pick }: Suggestions) {
  if (people.length === 0) return null;
  return (
    <div className={classes.suggestions}>
      {people.map(({ id, name }, index) => (
        <UnstyledButton
          key={id}
          className={classes.suggestion}
          data-active={index === active || undefined}
          tabIndex={-1}
          // The field keeps the keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(name)}
        >
          <PersonAvatar name={name} url={null} size={24} />
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}
