import {
  type Icon,
  IconAddressBook,
  IconFileText,
  IconMapPin,
  IconMicrophone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useTexts } from '../../app/use-texts.ts';
import { type PreviewKind, previewOf } from './preview.ts';
import { plainText } from './rich-text.ts';

const ICONS: Record<PreviewKind, Icon> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  document: IconFileText,
  location: IconMapPin,
  vcard: IconAddressBook,
};

/** One line about a message: its text without marks, or an icon and a word for what is no text. */
export function PreviewText({ body }: { body: string }) {
  const { t } = useTexts();
  const { kind, text } = previewOf(body);
  if (!kind) return plainText(text);
  const KindIcon = ICONS[kind];
  return (
    <>
      <KindIcon size={14} stroke={1.7} aria-hidden style={{ verticalAlign: -2, marginRight: 4 }} />
      {text || t(`tickets:kinds.${kind}`)}
    </>
  );
}
