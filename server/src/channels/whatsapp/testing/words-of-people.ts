import { type Drawn, SCHEMA } from './drawn-message.ts';

/** Texts that are for programs, by the field's name. */
const FOR_PROGRAMS = new Set([
  // Ids, keys and hashes.
  ...['id', 'templateId', 'productId', 'retailerId', 'firstImageId', 'orderId', 'sessionId', 'stickerPackId'],
  ...['selectedId', 'selectedButtonId', 'selectedRowId', 'buttonId', 'rowId', 'optionHash', 'imageDataHash'],
  ...['token', 'inviteCode', 'phash', 'stickerKey', 'transactionData'],
  // Addresses of people, businesses, groups and channels.
  ...[
    'businessOwnerJid',
    'bizJid',
    'sellerJid',
    'groupJid',
    'newsletterJid',
    'destinationJid',
    'jid',
    'requestFrom',
  ],
  // Kinds, languages, currencies, and the names of forms that only phones have.
  ...[
    'mimetype',
    'attachmentMimetype',
    'catalogType',
    'codeLanguage',
    'capabilities',
    'namespace',
    'elementName',
  ],
  ...['fallbackLg', 'fallbackLc', 'deterministicLg', 'deterministicLc'],
  ...['currencyCode', 'currencyCodeIso4217', 'totalCurrencyCode'],
  // Where files lie, and links, which a card shows where a browser opens them.
  ...[
    'url',
    'staticUrl',
    'metadataUrl',
    'qrUrl',
    'directPath',
    'thumbnailDirectPath',
    'attachmentDirectPath',
  ],
  ...['trayIconFileName', 'signedUrl', 'originalUrl', 'consentedUsersUrl', 'unconsentedUsersUrl', 'joinLink'],
  ...[
    'imagePreviewUrl',
    'imageHighResUrl',
    'sourceUrl',
    'tapLinkUrl',
    'profileIconUrl',
    'thumbnailUrl',
    'videoUrl',
  ],
  // What a business counts of a call.
  ...['conversionSource', 'ctwaSignals', 'nativeFlowCallButtonPayload', 'deeplinkPayload'],
]);

/** Texts for people that are left out, each as `type.field`. */
const LEFT_OUT = new Set([
  // The flow's name says which program answers.
  'Message.InteractiveMessage.NativeFlowMessage.NativeFlowButton.name',
  'Message.ButtonsMessage.Button.NativeFlowInfo.name',
  'Message.InteractiveResponseMessage.NativeFlowResponseMessage.name',
  // A preview that the phone makes of a link, which stands in the text.
  ...['matchedText', 'title', 'description', 'inviteLinkParentGroupSubjectV2', 'videoContentUrl'].map(
    (field) => `Message.ExtendedTextMessage.${field}`,
  ),
  ...[
    'linkPreviewMetadata',
    'paymentLinkMetadata',
    'musicMetadata',
    'endCardTiles',
    'paymentExtendedMetadata',
  ].map((field) => `Message.ExtendedTextMessage.${field}`),
  // What the business wrote beside the row that is chosen: the answer quotes its list.
  'Message.ListResponseMessage.description',
  // One of the options.
  'Message.PollCreationMessage.correctAnswer',
  // A picture of an article, which has the article's words.
  'Message.ProductMessage.ProductSnapshot.productImage',
  'Message.ProductMessage.CatalogSnapshot.catalogImage',
  // A link that phones make of a form and its parts.
  'TemplateButton.URLButton.url',
  // An envelope of stickers: their picture is shown, or their emoji.
  'Message.lottieStickerMessage',
  // Stickers within a pack are not shown.
  'Message.StickerPackMessage.stickers',
]);

/** Everywhere: what is answered, what is about another message, and what is drawn on the picture itself. */
const ABOUT_ELSEWHERE = new Set(['ContextInfo', 'MessageKey', 'InteractiveAnnotation']);

/** What a file says for those who do not see it. */
const FOR_SCREEN_READERS = 'accessibilityLabel';

/** Fields that say the same in several ways: of these only the first with words count. */
const THE_SAME: { [type: string]: string[][] } = {
  'Message.TemplateMessage': [
    ['hydratedTemplate'],
    ['hydratedFourRowTemplate'],
    ['interactiveMessageTemplate'],
    ['fourRowTemplate'],
  ],
  // What fills the places of a text stands in the text.
  'Message.HighlyStructuredMessage': [['hydratedHsm'], ['params', 'localizableParams']],
  'Message.InteractiveResponseMessage': [['body'], ['nativeFlowResponseMessage']],
  'Message.ContactMessage': [['vcard'], ['displayName']],
  'Message.ContactsArrayMessage': [['contacts'], ['displayName']],
  'Message.DocumentMessage': [['fileName'], ['title']],
  AIRichResponseLatexMetadata: [['text'], ['expressions']],
};

/** The words of a drawn message that people read. */
export function wordsOfPeople(type: string, drawn: Drawn): string[] {
  const said = new Map(
    (SCHEMA.messages.get(type) ?? [])
      .filter((field) => isForPeople(type, field))
      .map((field) => [
        field.name,
        valuesOf(drawn[field.name]).flatMap((value) => wordsOfValue(field.type, value)),
      ]),
  );
  const ways = THE_SAME[type] ?? [];
  const told = ways.find((fields) => fields.some((field) => said.get(field)?.length));
  for (const field of ways.flat()) if (!told?.includes(field)) said.delete(field);
  return [...said.values()].flat();
}

const valuesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const isForPeople = (type: string, field: { name: string; type: string }): boolean =>
  !ABOUT_ELSEWHERE.has(field.type) &&
  !LEFT_OUT.has(`${type}.${field.name}`) &&
  (field.type !== 'string' || !(FOR_PROGRAMS.has(field.name) || field.name === FOR_SCREEN_READERS));

function wordsOfValue(type: string, value: unknown): string[] {
  if (typeof value === 'string') return type === 'string' ? (value.match(/palavra\d+\./g) ?? []) : [];
  return value && SCHEMA.messages.has(type) ? wordsOfPeople(type, value as Drawn) : [];
}
