import { plainText } from '@balcao/shared/text/rich-text.ts';
import {
  type Icon,
  IconAddressBook,
  IconBan,
  IconChartBar,
  IconFileText,
  IconHelpCircle,
  IconInfoCircle,
  IconMapPin,
  IconMicrophone,
  IconNote,
  IconPhoneOff,
  IconPhoto,
  IconSticker,
  IconVideo,
} from '@tabler/icons-react';
import { useTexts } from '../../kit/use-texts.ts';
import { CARD_ICONS } from './card-icons.ts';
import type { Preview } from './preview.ts';

const ICONS: Record<Exclude<Preview['type'], 'chat'>, Icon> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  application: IconFileText,
  sticker: IconSticker,
  locationMessage: IconMapPin,
  vcard: IconAddressBook,
  call_log: IconPhoneOff,
  poll: IconChartBar,
  unsupported: IconHelpCircle,
  note: IconNote,
  event: IconInfoCircle,
  deleted: IconBan,
  ...CARD_ICONS,
};

/** One line about a message: its text without marks, or an icon and a word for other kinds. */
export function PreviewText({ preview: { type, text } }: { preview: Preview }) {
  const { t } = useTexts();
  if (type === 'chat') return plainText(text);
  const KindIcon = ICONS[type];
  return (
    <>
      <KindIcon size={14} stroke={1.7} aria-hidden style={{ verticalAlign: -2, marginRight: 4 }} />
      {type === 'deleted' ? <em>{t('tickets:deleted')}</em> : plainText(text) || t(`tickets:kinds.${type}`)}
    </>
  );
}
