import { BASIS_KINDS } from '@balcao/shared/features/contact-lists/basis.ts';
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTexts } from '../../kit/use-texts.ts';
import { DayInput } from '../day-input.tsx';
import type { BasisValues } from './basis-values.ts';

interface Props {
  kind: BasisValues['kind'];
  /** The form's props for a field of the basis. */
  input: (field: keyof BasisValues) => GetInputPropsReturnType;
}

/** Why the company may write to the people of a list. */
export function BasisFields({ kind, input }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Radio.Group
        label={t('contactLists:basis.question')}
        description={t('contactLists:basis.hint')}
        {...input('kind')}
      >
        <Stack gap="xs" mt="xs">
          {BASIS_KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`contactLists:basis.kinds.${one}`)}
              description={t(`contactLists:basis.kindHints.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'consent' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DayInput label={t('contactLists:basis.givenOn')} {...input('givenOn')} />
          <TextInput
            label={t('contactLists:basis.source')}
            placeholder={t('contactLists:basis.sourcePlaceholder')}
            autoComplete="off"
            {...input('source')}
          />
        </SimpleGrid>
      ) : null}
      {kind === 'other' ? (
        <TextInput label={t('contactLists:basis.words')} autoComplete="off" {...input('words')} />
      ) : null}
    </>
  );
}
