import type { proto } from '@whiskeysockets/baileys';

/** The places of a file within a message that shows more than it. */
interface Header {
  imageMessage?: proto.Message.IImageMessage | null;
  videoMessage?: proto.Message.IVideoMessage | null;
  documentMessage?: proto.Message.IDocumentMessage | null;
}

type CardFile =
  | { kind: 'image'; part: proto.Message.IImageMessage }
  | { kind: 'video'; part: proto.Message.IVideoMessage }
  | { kind: 'document'; part: proto.Message.IDocumentMessage };

/** The file that stands above the words of a card, or shows its article; null when there is none to fetch. */
export function fileOfCard(message: proto.IMessage): CardFile | null {
  const { buttonsMessage, templateMessage, highlyStructuredMessage, interactiveMessage } = message;
  const template = templateMessage ?? highlyStructuredMessage?.hydratedHsm;
  const header: Header | null | undefined =
    buttonsMessage ??
    template?.hydratedTemplate ??
    template?.hydratedFourRowTemplate ??
    template?.fourRowTemplate ??
    (interactiveMessage ?? template?.interactiveMessageTemplate)?.header;
  const product = message.productMessage ?? interactiveMessage?.header?.productMessage;
  const image = header?.imageMessage ?? product?.product?.productImage ?? product?.catalog?.catalogImage;
  if (image && isKept(image)) return { kind: 'image', part: image };
  if (header?.videoMessage && isKept(header.videoMessage))
    return { kind: 'video', part: header.videoMessage };
  if (header?.documentMessage && isKept(header.documentMessage))
    return { kind: 'document', part: header.documentMessage };
  return null;
}

const isKept = ({ mediaKey, directPath }: proto.Message.IImageMessage): boolean =>
  Boolean(mediaKey?.length && directPath);
