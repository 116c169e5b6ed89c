import type { CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { BanRisk } from '../../../renderer/components/ban-risk.tsx';
import { BasisFields } from '../../../renderer/components/list-basis/basis-fields.tsx';
import { useBasisText } from '../../../renderer/components/list-basis/use-basis-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { type CampaignForm, makesList } from './use-campaign-form.ts';

interface Props {
  form: CampaignForm;
  /** As it is; null: a new one. */
  known: CampaignView | null;
  /** Its connection writes first with nothing but approved texts: nobody is asked, and no files go along. */
  needsTemplate: boolean;
  /** It goes out by e-mail. */
  byAddress: boolean;
}

/** What it is called, who gets it, and from which number. */
export function Basics({ form, known, needsTemplate, byAddress }: Props) {
  const { t } = useTexts();
  const lists = useLists(known);
  const { data: tags = [] } = useRows('tag');
  const { data: rows = [] } = useRows('connection');
  const connections = rows.filter((row) => featuresOf(row).campaigns);
  const { data: fileLists = [] } = useRows('fileList');
  const confirmation = form.getInputProps('confirmation');
  const { whatsappId, contactListId, basis } = form.values;
  const basisHint = useBasisHint(known);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('campaigns:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {needsTemplate ? null : (
          <Select
            label={t('campaigns:confirmation')}
            description={t('campaigns:confirmationHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[
              { value: 'false', label: t('campaigns:disabled') },
              { value: 'true', label: t('campaigns:enabled') },
            ]}
            allowDeselect={false}
            {...confirmation}
          />
        )}
        <Choice
          label={t('campaigns:contactList')}
          none={t('campaigns:none')}
          {...(contactListId === '' ? {} : { hint: basisHint(Number(contactListId)) })}
          choices={lists}
          {...form.getInputProps('contactListId')}
          onChange={(contactListId) => form.setValues({ contactListId, tagListId: '' })}
        />
        <Choice
          label={t('campaigns:tagList')}
          none={t('campaigns:none')}
          hint={t('campaigns:tagListHint')}
          choices={tags}
          {...form.getInputProps('tagListId')}
          onChange={(tagListId) => form.setValues({ tagListId, contactListId: '' })}
        />
        <div>
          <Choice
            label={t('campaigns:connection')}
            hint={t('campaigns:connectionHint')}
            none={t('campaigns:none')}
            choices={connections}
            {...form.getInputProps('whatsappId')}
          />
          {whatsappId === '' || needsTemplate || byAddress ? null : (
            <BanRisk connectionId={Number(whatsappId)} />
          )}
        </div>
        {needsTemplate ? null : (
          <Choice
            label={t('campaigns:fileList')}
            none={t('campaigns:noneMasculine')}
            hint={t(byAddress ? 'campaigns:fileListHintMail' : 'campaigns:fileListHint')}
            choices={fileLists}
            {...form.getInputProps('fileListId')}
          />
        )}
      </SimpleGrid>
      {makesList(form.values, known) ? (
        <BasisFields kind={basis.kind} input={(field) => form.getInputProps(`basis.${field}`)} />
      ) : null}
    </>
  );
}

/** Why the company may write to the people of a list, below the choice of it. */
function useBasisHint(known: CampaignView | null) {
  const { t } = useTexts();
  const basisText = useBasisText();
  const { data: lists = [] } = useRows('contactList');
  return (id: number) => {
    const made = id === known?.contactListId ? known.listBasis : null;
    const basis = lists.find((list) => list.id === id)?.basis ?? made;
    return basis ? t('campaigns:basis', { basis: basisText(basis) }) : t('campaigns:basisNotStated');
  };
}

/** Each with how many people are in it, so that nobody takes the wrong one. */
function useLists(known: CampaignView | null) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: lists = [] } = useRows('contactList');
  const chosen = known?.contactList;
  // One that was made with the campaign may not have come yet.
  const all = chosen && !lists.some(({ id }) => id === chosen.id) ? [...lists, chosen] : lists;
  return all.map(({ id, name, contactsCount }) => ({
    id,
    name: t('campaigns:listOption', { name, count: contactsCount, shown: format.number(contactsCount) }),
  }));
}

interface ChoiceProps {
  label: string;
  /** The option that chooses nothing. */
  none: string;
  hint?: string;
  choices: readonly { id: number; name: string }[];
  value?: string;
  onChange: (id: string) => void;
}

function Choice({ none, hint, choices, onChange, ...props }: ChoiceProps) {
  return (
    <Select
      {...props}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: none },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      allowDeselect={false}
      searchable
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
