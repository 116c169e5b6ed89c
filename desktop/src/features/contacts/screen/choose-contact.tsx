import { type ContactItem, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/features/contacts/limits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './choose-contact.module.css';
import panel from './contact-panel.module.css';

interface Props {
  hint: string;
  /** Those who are not offered. */
  except: readonly number[];
  onChoose: (contact: ContactItem) => void;
}

/** Finds a person among the contacts; groups are none. */
export function ChooseContact({ hint, except, onChoose }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const enough = typed.length >= CONTACT_SEARCH_MIN;
  return (
    <Stack>
      <Text size="sm">{hint}</Text>
      <SearchField label={t('contacts:search')} onSearch={setTyped} />
      {enough ? (
        <Found text={typed} except={except} onChoose={onChoose} />
      ) : (
        <p className={panel.muted}>{t('contacts:searchMore')}</p>
      )}
    </Stack>
  );
}

function Found({ text, except, onChoose }: Omit<Props, 'hint'> & { text: string }) {
  const { t } = useTexts();
  const pages = useApiPages(listContacts, { searchParam: text }, (page) => page.contacts);
  const people = pages.rows.filter(({ id, isGroup }) => !except.includes(id) && !isGroup);
  return (
    <QueryView query={pages}>
      {() =>
        people.length === 0 ? (
          <p className={panel.muted}>{t('common:noResults')}</p>
        ) : (
          <div className={classes.list}>
            {people.map((person) => (
              <UnstyledButton key={person.id} className={panel.ticket} onClick={() => onChoose(person)}>
                <PersonAvatar name={person.name} url={person.profilePicUrl} size={32} />
                <span className={panel.ticketText}>
                  <bdi className={panel.ticketLine}>{person.name || t('contacts:noNumber')}</bdi>
                  <span className={panel.muted}>{numberOf(person)}</span>
                </span>
                {person.channels.map((channel) => (
                  <ChannelIcon key={channel} channel={channel} />
                ))}
              </UnstyledButton>
            ))}
          </div>
        )
      }
    </QueryView>
  );
}

export const numberOf = ({ number }: Pick<ContactItem, 'number'>) => (number ? formatPhone(number) : '');
