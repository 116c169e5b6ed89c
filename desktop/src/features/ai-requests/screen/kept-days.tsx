import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { MOST_REQUEST_DAYS } from '@balcao/shared/features/settings/rules.ts';
import { ActionIcon, NumberInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** For how many days requests are kept, if they are. */
export function KeptDays() {
  const { data: settings = [] } = useRows('setting');
  const saved = settings.find(({ id }) => id === 'aiRequestDays')?.value ?? '';
  return <DaysForm key={saved} saved={saved} />;
}

/** Saved by Enter or its button. */
function DaysForm({ saved }: { saved: string }) {
  const { t } = useTexts();
  const [days, setDays] = useState<number | string>(saved);
  const save = useApiCommand(updateSetting, { also: ['ai-requests'] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const saving = save.mutateAsync({ params: { key: 'aiRequestDays' }, body: { value: String(days) } });
    void whenSaved(saving, t('aiRequests:days.saved'), () => {});
  };
  return (
    <form onSubmit={submit}>
      <NumberInput
        mb="md"
        maw={480}
        label={t('aiRequests:days.label')}
        description={t('aiRequests:days.hint')}
        placeholder={t('aiRequests:days.off')}
        min={1}
        max={MOST_REQUEST_DAYS}
        allowDecimal={false}
        clampBehavior="strict"
        value={days}
        onChange={setDays}
        hideControls
        rightSection={
          String(days) === saved ? null : (
            <ActionIcon
              type="submit"
              variant="filled"
              size="sm"
              loading={save.isPending}
              aria-label={t('common:save')}
            >
              <IconCheck size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </form>
  );
}
