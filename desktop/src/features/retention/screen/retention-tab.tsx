import { getRetention } from '@balcao/shared/features/retention/calls.ts';
import { Stack, Text } from '@mantine/core';
import { OptionGroup } from '../../../renderer/components/option-row.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Holds } from './holds.tsx';
import { Nights } from './nights.tsx';
import { RuleRow } from './rule-row.tsx';

/** How long the company keeps what, what must not go, and what went in the last nights. */
export function RetentionTab() {
  const { t } = useTexts();
  const query = useApiQuery(getRetention, {});
  return (
    <QueryView query={query}>
      {({ rules, nights }) => (
        <Stack gap="lg">
          <div>
            <OptionGroup title={t('retention:rules')}>
              {rules.map((rule) => (
                <RuleRow key={rule.kind} rule={rule} />
              ))}
            </OptionGroup>
            <Text size="sm" c="var(--text-muted)" mt="xs">
              {t('retention:rulesHint')} {t('retention:counted')}
            </Text>
          </div>
          <Holds />
          <Nights nights={nights} />
        </Stack>
      )}
    </QueryView>
  );
}
