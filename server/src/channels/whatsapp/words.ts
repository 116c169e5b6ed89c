import type { proto } from '@whiskeysockets/baileys';
import { z } from 'zod';

type Maybe<T> = T | null | undefined;

/** A list has ten rows and a carousel ten cards; nobody reads more. */
const MAX_ENTRIES = 50;
const MAX_JSON_CHARS = 64 * 1024;

/**
 * What the messages of WhatsApp Business say, and the answers that are tapped on them, as the words that bubble,
 * preview, search, bot and webhooks get; '' for every other kind.
 */
export function wordsOf(message: proto.IMessage): string {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage, highlyStructuredMessage } =
    message;
  return (
    answerOf(message) ||
    lines(
      buttonsMessage && wordsOfButtons(buttonsMessage),
      listMessage && wordsOfList(listMessage),
      templateMessage && wordsOfTemplate(templateMessage),
      highlyStructuredMessage?.hydratedHsm && wordsOfTemplate(highlyStructuredMessage.hydratedHsm),
      interactiveMessage && wordsOfInteractive(interactiveMessage),
      // A place that a business names without saying where it is.
      message.locationMessage &&
        [message.locationMessage.name, message.locationMessage.address].filter(Boolean).join(', '),
    )
  );
}

/** What somebody has tapped reads as if it had been written. */
function answerOf(message: proto.IMessage): string {
  const { buttonsResponseMessage, listResponseMessage, templateButtonReplyMessage } = message;
  return (
    buttonsResponseMessage?.selectedDisplayText ||
    listResponseMessage?.title ||
    templateButtonReplyMessage?.selectedDisplayText ||
    answerOfFlow(message.interactiveResponseMessage)
  );
}

function answerOfFlow(answer: Maybe<proto.Message.IInteractiveResponseMessage>): string {
  if (!answer) return '';
  if (answer.body?.text) return answer.body.text;
  const fields = jsonOf(answer.nativeFlowResponseMessage?.paramsJson);
  const chosen = [fields.title, fields.display_text, fields.id].find((value) => typeof value === 'string');
  if (chosen) return String(chosen);
  return lines(
    ...Object.entries(fields)
      .filter(
        ([name, value]) => name !== 'flow_token' && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .slice(0, MAX_ENTRIES)
      .map(([name, value]) => `${name}: ${value}`),
  );
}

const wordsOfButtons = ({ text, contentText, footerText, buttons }: proto.Message.IButtonsMessage): string =>
  lines(text, contentText, footerText, ...entries(buttons, ({ buttonText }) => buttonText?.displayText));

const wordsOfList = ({ title, description, footerText, sections }: proto.Message.IListMessage): string =>
  lines(
    title,
    description,
    ...(sections ?? [])
      .slice(0, MAX_ENTRIES)
      .flatMap((section) => [section.title, ...entries(section.rows, (row) => row.title)]),
    footerText,
  );

function wordsOfTemplate(template: proto.Message.ITemplateMessage): string {
  const hydrated = template.hydratedTemplate ?? template.hydratedFourRowTemplate;
  const { interactiveMessageTemplate: interactive } = template;
  return lines(
    hydrated?.hydratedTitleText,
    hydrated?.hydratedContentText,
    hydrated?.hydratedFooterText,
    ...entries(hydrated?.hydratedButtons, ({ quickReplyButton, urlButton, callButton }) =>
      quickReplyButton
        ? quickReplyButton.displayText
        : labelled(
            urlButton?.displayText ?? callButton?.displayText,
            linkOf(urlButton?.url) || callButton?.phoneNumber,
          ),
    ),
    interactive && wordsOfInteractive(interactive),
  );
}

function wordsOfInteractive(message: proto.Message.IInteractiveMessage): string {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message;
  const cards = (carouselMessage?.cards ?? []).slice(0, MAX_ENTRIES);
  return lines(
    header?.title,
    header?.subtitle,
    body?.text,
    footer?.text,
    ...entries(nativeFlowMessage?.buttons, ({ buttonParamsJson }) =>
      wordsOfFlowButton(jsonOf(buttonParamsJson)),
    ),
    // A card within a card is none that WhatsApp shows.
    ...cards.map(({ carouselMessage: _, ...card }) => wordsOfInteractive(card)),
  );
}

const pix = z.object({ merchant_name: z.string().default(''), key: z.string() });
const payment = z.object({
  payment_settings: z.array(z.object({ pix_static_code: pix.optional() })),
});

/** A button with its link, or the key to pay to. */
function wordsOfFlowButton(parameters: Record<string, unknown>): string {
  const { display_text: label, url } = parameters;
  const keys = payment
    .safeParse(parameters)
    .data?.payment_settings.flatMap(({ pix_static_code: code }) => code ?? []);
  if (keys?.length)
    return keys.map(({ merchant_name: name, key }) => labelled(`Pix ${name}`.trim(), key)).join('\n');
  return labelled(typeof label === 'string' ? label : '', linkOf(typeof url === 'string' ? url : ''));
}

const labelled = (label: Maybe<string>, value: Maybe<string>): string =>
  [label, value].filter(Boolean).join(': ');

/** Only what a browser opens as a page. */
const linkOf = (url: Maybe<string>): string => (url && /^https?:\/\//i.test(url) ? url : '');

const entries = <T>(all: Maybe<readonly T[]>, textOf: (entry: T) => Maybe<string>): string[] =>
  (all ?? []).slice(0, MAX_ENTRIES).flatMap((entry) => {
    const text = textOf(entry);
    return text ? `• ${text}` : [];
  });

const lines = (...parts: Maybe<string>[]): string => parts.filter(Boolean).join('\n');

/** An object that a stranger's program has written; none for anything else. */
function jsonOf(text: Maybe<string>): Record<string, unknown> {
  if (!text || text.length > MAX_JSON_CHARS) return {};
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
