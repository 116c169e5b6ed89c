import { CARD_LIMITS } from '@balcao/shared/features/messages/card.ts';
import { proto } from '@whiskeysockets/baileys';
import type { Maybe } from '../../card-parts.ts';

/** The places of a file within a message that shows more than it. */
interface Header {
  imageMessage?: proto.Message.IImageMessage | null;
  videoMessage?: proto.Message.IVideoMessage | null;
  documentMessage?: proto.Message.IDocumentMessage | null;
}

export type CardFile =
  | { kind: 'image'; part: proto.Message.IImageMessage }
  | { kind: 'video'; part: proto.Message.IVideoMessage }
  | { kind: 'document'; part: proto.Message.IDocumentMessage };

/** The file that stands above the words of a card, or shows its article; null when there is none to fetch. */
export function fileOfCard(message: proto.IMessage): CardFile | null {
  for (const header of headersOf(message)) {
    const { imageMessage, videoMessage, documentMessage } = header ?? {};
    if (imageMessage && isKept(imageMessage)) return { kind: 'image', part: imageMessage };
    if (videoMessage && isKept(videoMessage)) return { kind: 'video', part: videoMessage };
    if (documentMessage && isKept(documentMessage)) return { kind: 'document', part: documentMessage };
  }
  return null;
}

/**
 * A template may come in several forms. Of the cards of a carousel the first picture is shown: a message has one file,
 * and the small ones that come with the cards would make its row as long as a file.
 */
function headersOf(message: proto.IMessage): Maybe<Header>[] {
  const template = message.templateMessage ?? message.highlyStructuredMessage?.hydratedHsm;
  const interactive = message.interactiveMessage ?? template?.interactiveMessageTemplate;
  return [
    message.buttonsMessage,
    template?.hydratedTemplate,
    template?.hydratedFourRowTemplate,
    ...headersOfInteractive(interactive),
    template?.fourRowTemplate,
    ...headersOfProduct(message.productMessage),
    message.invoiceMessage && headerOfInvoice(message.invoiceMessage),
    ...(interactive?.carouselMessage?.cards ?? []).slice(0, CARD_LIMITS.parts).flatMap(headersOfInteractive),
  ];
}

const headersOfInteractive = (interactive: Maybe<proto.Message.IInteractiveMessage>): Maybe<Header>[] => [
  interactive?.header,
  ...headersOfProduct(interactive?.header?.productMessage),
];

const headersOfProduct = (message: Maybe<proto.Message.IProductMessage>): Header[] => [
  { imageMessage: message?.product?.productImage ?? null },
  { imageMessage: message?.catalog?.catalogImage ?? null },
];

function headerOfInvoice(invoice: proto.Message.IInvoiceMessage): Header {
  const file = {
    mediaKey: invoice.attachmentMediaKey ?? null,
    directPath: invoice.attachmentDirectPath ?? null,
    mimetype: invoice.attachmentMimetype ?? null,
    fileSha256: invoice.attachmentFileSha256 ?? null,
    fileEncSha256: invoice.attachmentFileEncSha256 ?? null,
  };
  const { PDF } = proto.Message.InvoiceMessage.AttachmentType;
  return invoice.attachmentType === PDF ? { documentMessage: file } : { imageMessage: file };
}

const isKept = ({ mediaKey, directPath }: proto.Message.IImageMessage): boolean =>
  Boolean(mediaKey?.length && directPath);

/** What stands beside a file above a card; also its name, unless the file itself is shown. */
export function wordsOfFile(header: Maybe<Header>, shown: CardFile | null): string {
  const { imageMessage, videoMessage, documentMessage } = header ?? {};
  const name = documentMessage === shown?.part ? '' : documentMessage?.fileName || documentMessage?.title;
  const captions = [documentMessage, imageMessage, videoMessage].map((file) => file?.caption);
  return [name, ...captions].filter(Boolean).join('\n');
}
