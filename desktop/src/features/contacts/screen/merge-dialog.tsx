import { getContact, mergeContact } from '@balcao/shared/features/contacts/calls.ts';
import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { ChooseContact, numberOf } from './choose-contact.tsx';
import panel from './contact-panel.module.css';
import classes from './merge-dialog.module.css';

interface Props {
  contactId: number;
  onClose: () => void;
}

/** Finds the duplicate of a contact, shows both and makes one of them. */
export function MergeDialog({ contactId, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('contacts:mergeTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Merge contactId={contactId} onClose={onClose} />
    </Modal>
  );
}

function Merge({ contactId, onClose }: { contactId: number; onClose: () => void }) {
  const { t } = useTexts();
  const [other, setOther] = useState<number | null>(null);
  if (other === null)
    return (
      <ChooseContact
        hint={t('contacts:mergeHint')}
        except={[contactId]}
        onChoose={({ id }) => setOther(id)}
      />
    );
  return <Preview first={contactId} second={other} onBack={() => setOther(null)} onDone={onClose} />;
}

interface PreviewProps {
  first: number;
  second: number;
  onBack: () => void;
  onDone: () => void;
}

function Preview({ first, second, onBack, onDone }: PreviewProps) {
  const { t } = useTexts();
  const [[keep, drop], setOrder] = useState([first, second] as const);
  const merge = useApiCommand(mergeContact, { quiet: true, also: ['tickets'] });
  const submit = () =>
    void whenSaved(
      merge.mutateAsync({ params: { contactId: keep }, body: { duplicateId: drop } }),
      t('contacts:merged'),
      onDone,
    );
  return (
    <Stack>
      <FormError error={merge.error} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Side contactId={keep} title={t('contacts:mergeKeep')} />
        <Side contactId={drop} title={t('contacts:mergeDrop')} />
      </SimpleGrid>
      <Group justify="space-between">
        <Button variant="subtle" onClick={onBack}>
          {t('contacts:mergeBack')}
        </Button>
        <Group gap="xs" ml="auto">
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => setOrder([drop, keep])}
          >
            {t('contacts:mergeSwap')}
          </Button>
          <Button loading={merge.isPending} onClick={submit}>
            {t('contacts:mergeConfirm')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function Side({ contactId, title }: { contactId: number; title: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const query = useApiQuery(getContact, { params: { contactId } });
  return (
    <section className={classes.side} aria-label={title}>
      <Text size="xs" fw={600} className={classes.sideTitle}>
        {title}
      </Text>
      <QueryView query={query}>
        {(contact) => (
          <>
            <Group gap="sm" wrap="nowrap">
              <PersonAvatar name={contact.name} url={contact.profilePicUrl} size={40} />
              <div className={panel.ticketText}>
                <Text fw={600} truncate>
                  {contact.name}
                </Text>
                <span className={panel.muted}>{numberOf(contact) || t('contacts:noNumber')}</span>
              </div>
            </Group>
            {contact.email ? <Text size="sm">{contact.email}</Text> : null}
            {contact.extraInfo.map(({ name, value }) => (
              <Text key={`${name} ${value}`} size="sm">
                <span className={panel.pairName}>{name}:</span> {value}
              </Text>
            ))}
            {contact.notes ? (
              <Text size="sm" lineClamp={3}>
                {contact.notes}
              </Text>
            ) : null}
            <span className={panel.muted}>
              {t('contacts:ticketCount', { count: contact.ticketCount })}
              {' · '}
              {t('contacts:since', { date: format.date(contact.createdAt) })}
            </span>
          </>
        )}
      </QueryView>
    </section>
  );
}
