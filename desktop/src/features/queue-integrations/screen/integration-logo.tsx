import type { IntegrationType } from '@balcao/shared/features/queue-integrations/row.ts';
import { type Icon, IconMessageChatbot, IconRobotFace, IconSitemap, IconWebhook } from '@tabler/icons-react';
import classes from './queue-integrations.module.css';

const MARKS: Record<IntegrationType, Icon> = {
  dialogflow: IconMessageChatbot,
  n8n: IconSitemap,
  webhook: IconWebhook,
  typebot: IconRobotFace,
};

/** The mark of a type, in its colour. Its name stands beside it. */
export function IntegrationLogo({ type, small }: { type: IntegrationType; small?: boolean }) {
  const Mark = MARKS[type];
  return (
    <span className={classes.logo} data-type={type} data-small={small || undefined}>
      <Mark size={small ? 16 : 22} stroke={1.6} aria-hidden />
    </span>
  );
}
