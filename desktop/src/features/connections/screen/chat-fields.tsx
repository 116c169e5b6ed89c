import { PASSED_ON_BY } from '@balcao/shared/features/web-chat/calls.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import {
  ColorInput,
  Fieldset,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { ChatForm } from './chat-values.ts';

interface Props {
  form: ChatForm;
}

const WORDS = ['title', 'subtitle', 'greeting', 'closed', 'formTitle', 'consent'] as const;
const LONG: readonly string[] = ['greeting', 'closed', 'consent'];
const MOST = {
  title: 60,
  subtitle: 120,
  greeting: 500,
  closed: 500,
  formTitle: 200,
  consent: 1_000,
} as const;

export function ChatLookFields({ form }: Props) {
  const { t } = useTexts();
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ColorInput
          label={t('webChat:look.colour')}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': t('webChat:look.pickColour') }}
          {...form.getInputProps('colour')}
        />
        <Radio.Group label={t('webChat:look.place')} {...form.getInputProps('place')}>
          <Stack gap={6} mt={6}>
            <Radio value="right" label={t('webChat:look.right')} />
            <Radio value="left" label={t('webChat:look.left')} />
          </Stack>
        </Radio.Group>
      </SimpleGrid>
      <TextInput
        label={t('webChat:look.logo')}
        description={t('webChat:look.logoHint')}
        placeholder="https://"
        maxLength={500}
        {...form.getInputProps('logoUrl')}
      />
      <Switch
        label={t('webChat:look.hidesWhenClosed')}
        description={t('webChat:look.hidesWhenClosedHint')}
        {...form.getInputProps('hidesWhenClosed', { type: 'checkbox' })}
      />
    </Stack>
  );
}

/** The words of each language; an empty one is the script's own. */
export function ChatWordsFields({ form }: Props) {
  const { t } = useTexts();
  return (
    <Stack>
      <Select
        label={t('webChat:words.language')}
        description={t('webChat:words.hint')}
        data={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
      {LANGUAGES.map((language) => (
        <Fieldset key={language} legend={t(`common:languages.${language}`)}>
          <Stack gap="xs">
            {WORDS.map((word) => {
              const props = {
                label: t(`webChat:words.${word}`),
                maxLength: MOST[word],
                ...form.getInputProps(`words.${language}.${word}`),
              };
              return LONG.includes(word) ? (
                <Textarea key={word} autosize minRows={1} maxRows={5} {...props} />
              ) : (
                <TextInput key={word} {...props} />
              );
            })}
          </Stack>
        </Fieldset>
      ))}
    </Stack>
  );
}

/** What visitors are asked before the conversation begins. */
export function ChatFormFields({ form }: Props) {
  const { t } = useTexts();
  const choices = (['off', 'optional', 'required'] as const).map((value) => ({
    value,
    label: t(`webChat:form.${value}`),
  }));
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {(['name', 'email', 'phone'] as const).map((field) => (
          <Select
            key={field}
            label={t(`webChat:form.${field}`)}
            data={choices}
            allowDeselect={false}
            {...form.getInputProps(`form.${field}`)}
          />
        ))}
      </SimpleGrid>
      <Switch
        label={t('webChat:form.consent')}
        description={t('webChat:form.consentHint')}
        {...form.getInputProps('form.consent', { type: 'checkbox' })}
      />
      <PassOnFields form={form} />
    </Stack>
  );
}

/** Where answers go for which a visitor does not stay. */
function PassOnFields({ form }: Props) {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  const ways = connections.filter(({ kind }) => PASSED_ON_BY.includes(kind));
  return (
    <Fieldset legend={t('webChat:passOn.title')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('webChat:passOn.to')}
          description={t('webChat:passOn.hint')}
          data={[
            { value: '', label: t('webChat:passOn.nowhere') },
            ...ways.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('passesOnTo')}
        />
        <NumberInput
          label={t('webChat:passOn.after')}
          description={t('webChat:passOn.afterHint')}
          min={1}
          max={720}
          allowDecimal={false}
          clampBehavior="strict"
          disabled={form.values.passesOnTo === ''}
          {...form.getInputProps('passesOnAfter')}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
