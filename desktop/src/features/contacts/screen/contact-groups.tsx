import { listSharedGroups } from '@balcao/shared/features/contacts/calls.ts';
import { UnstyledButton } from '@mantine/core';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

export function ContactGroups({ contactId }: { contactId: number }) {
  const { t } = useTexts();
  const query = useApiQuery(listSharedGroups, { params: { contactId } });
  const open = useOpenConversation();
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('contacts:groups')}</h3>
      <QueryView query={query}>
        {(groups) =>
          groups.length === 0 ? (
            <p className={classes.muted}>{t('contacts:noGroups')}</p>
          ) : (
            <div>
              {groups.map((group) => (
                <UnstyledButton
                  key={group.id}
                  className={classes.ticket}
                  onClick={() => open({ ...group, number: '' })}
                >
                  <PersonAvatar name={group.name} url={group.profilePicUrl} size={28} />
                  <span className={classes.ticketLine}>{group.name}</span>
                </UnstyledButton>
              ))}
            </div>
          )
        }
      </QueryView>
    </section>
  );
}
