import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';

/** Databases of the other program as three of its lines make them: the same shop in each, as that line would write it. */
export const SHAPES = ['S2', 'S5', 'TZ'] as const;
export type Shape = (typeof SHAPES)[number];

/** Of Ana's password `segredo-antigo`, as that program hashes it. */
export const OLD_PASSWORD = 'segredo-antigo';

export async function createSource(shape: Shape, passwordHash: string): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  await database.admin.unsafe(`${COMMON}${OF_SHAPE[shape]}${people(passwordHash)}${SHOP}${TALK[shape]}`);
  return database;
}

const TIMES = '"createdAt" timestamptz not null, "updatedAt" timestamptz not null';
const NOW = "'2026-03-02 12:00+00', '2026-03-02 12:00+00'";

const COMMON = `
create table "SequelizeMeta" (name varchar(255) primary key);
create table "Companies" (id serial primary key, name varchar(255) not null unique, phone varchar(255),
  email varchar(255), "planId" int, status boolean default true, schedules jsonb default '[]', "dueDate" timestamptz,
  recurrence varchar(255) default '', language varchar(255), ${TIMES});
create table "Users" (id serial primary key, name varchar(255) not null, email varchar(255) not null unique,
  "passwordHash" varchar(255) not null, profile varchar(255) not null default 'admin', "companyId" int,
  super boolean default false, "allTicket" varchar(255) default 'desabled', "whatsappId" int, ${TIMES});
create table "Queues" (id serial primary key, name varchar(255) not null, color varchar(255) not null,
  "greetingMessage" text, "outOfHoursMessage" text, schedules jsonb default '[]', "orderQueue" int, "mediaPath" text,
  "companyId" int, ${TIMES});
create table "UserQueues" ("userId" int, "queueId" int, ${TIMES}, primary key ("userId", "queueId"));
create table "Whatsapps" (id serial primary key, name varchar(255) not null, session text, qrcode text,
  status varchar(255), "isDefault" boolean not null default false, "greetingMessage" text, "complationMessage" text,
  "outOfHoursMessage" text, "ratingMessage" text, token text, channel text, "companyId" int, ${TIMES});
create table "WhatsappQueues" ("whatsappId" int, "queueId" int, ${TIMES}, primary key ("whatsappId", "queueId"));
create table "Contacts" (id serial primary key, name varchar(255) not null, number varchar(255) not null,
  "profilePicUrl" text, email varchar(255) not null default '', "isGroup" boolean not null default false,
  "companyId" int, channel text, ${TIMES});
create table "ContactCustomFields" (id serial primary key, name varchar(255) not null, value varchar(255) not null,
  "contactId" int, ${TIMES});
create table "Tags" (id serial primary key, name varchar(255) not null, color varchar(255), kanban int,
  "companyId" int, ${TIMES});
create table "Tickets" (id serial primary key, status varchar(255) not null default 'pending', "lastMessage" text,
  "contactId" int, "userId" int, "whatsappId" int, "queueId" int, "isGroup" boolean not null default false,
  "unreadMessages" int, uuid uuid, chatbot boolean, "companyId" int, ${TIMES});
create table "TicketTags" ("ticketId" int, "tagId" int, ${TIMES});
create table "TicketTraking" (id serial primary key, "ticketId" int, "companyId" int, "whatsappId" int, "userId" int,
  "queuedAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz, "ratingAt" timestamptz,
  rated boolean default false, "createdAt" timestamptz, "updatedAt" timestamptz);
create table "UserRatings" (id serial primary key, "ticketId" int, "companyId" int, "userId" int, rate int default 0, ${TIMES});
create table "TicketNotes" (id serial primary key, note varchar(255) not null, "userId" int, "contactId" int not null,
  "ticketId" int, ${TIMES});
create table "QuickMessages" (id serial primary key, shortcode varchar(255) not null, message text, "companyId" int,
  "userId" int, "mediaPath" text, ${TIMES});
create table "Schedules" (id serial primary key, body text not null, "sendAt" timestamptz, "sentAt" timestamptz,
  "contactId" int, "userId" int, "companyId" int, status varchar(255), "mediaPath" text, ${TIMES});
create table "Settings" (id serial, key varchar(255) not null, value text not null, "companyId" int, ${TIMES});
create table "ContactLists" (id serial primary key, name varchar(255) not null, "companyId" int, ${TIMES});
create table "ContactListItems" (id serial primary key, name varchar(255) not null, number varchar(255) not null,
  email varchar(255), "contactListId" int, "companyId" int, ${TIMES});
create table "Campaigns" (id serial primary key, name varchar(255) not null, message1 text default '',
  message2 text default '', "confirmationMessage1" text default '', confirmation boolean, status varchar(255),
  "companyId" int, "contactListId" int, "whatsappId" int, "scheduledAt" timestamptz, "completedAt" timestamptz,
  "mediaPath" text, ${TIMES});
create table "Announcements" (id serial primary key, title text, ${TIMES});
`;

const MESSAGES = `body text not null, ack int not null default 0, read boolean not null default false,
  "fromMe" boolean not null default false, "isDeleted" boolean not null default false, "mediaType" varchar(255),
  "mediaUrl" varchar(255), "ticketId" int not null, "contactId" int, "companyId" int, "queueId" int,
  "remoteJid" text, participant text, "dataJson" text, "isEdited" boolean default false, ${TIMES}`;

const MENU = `create table "QueueOptions" (id serial primary key, title varchar(255) not null, message text, option text,
  "queueId" int, "parentId" int, ${TIMES});`;

const OF_SHAPE: Record<Shape, string> = {
  S2: `${MENU}
create table "Files" (id serial primary key); create table "Prompts" (id serial primary key, "apiKey" text);
create table "QueueIntegrations" (id serial primary key, "jsonContent" text);
create table "Messages" (id varchar(255) primary key, "quotedMsgId" varchar(255) references "Messages" (id), ${MESSAGES});
create index on "Messages" ("companyId", "ticketId");
alter table "Tickets" add unique ("contactId", "companyId", "whatsappId");
alter table "Contacts" add "disableBot" boolean default false;`,
  S5: `
create table "Chatbots" (id serial primary key, name varchar(255) not null, "queueId" int, "chatbotId" int,
  "greetingMessage" text, "closeTicket" boolean, "optQueueId" int, ${TIMES});
create table "CompaniesSettings" (id serial primary key, "companyId" int, "userRating" varchar(255),
  "acceptCallWhatsapp" varchar(255), "scheduleType" varchar(255), ${TIMES});
create table "Messages" (id serial primary key, wid varchar(255), "quotedMsgId" int references "Messages" (id),
  "isPrivate" boolean default false, ${MESSAGES});
alter table "Contacts" add lid varchar(255), add "remoteJid" varchar(255), add "disableBot" boolean default false;`,
  TZ: `${MENU}
create table "SequelizeData" (name varchar(255) primary key);
create table "BaileysKeys" ("whatsappId" int, type text, key text, value text);
create table "OldMessages" (id serial primary key, "messageId" varchar(255), body text, ${TIMES});
create table "WhatsappLidMaps" (id serial primary key, lid varchar(255), "companyId" int, "contactId" int, ${TIMES});
create table "Messages" (id varchar(255) not null, "quotedMsgId" varchar(255), channel text default 'whatsapp',
  error jsonb, ${MESSAGES}, primary key (id, "ticketId"));
alter table "Queues" alter "companyId" set not null;`,
};

/** Two companies; the second one exists so that nothing of it is taken for the first one's. */
const people = (hash: string) => `
insert into "Companies" (id, name, email, status, schedules, language, "createdAt", "updatedAt") values
  (1, 'Loja Azul', 'azul@loja.test', true, '[{"weekday": "Segunda", "weekdayEn": "monday", "startTime": "09:00", "endTime": "17:00"}]', 'pt-BR', ${NOW}),
  (2, 'Oficina Rocha', null, false, '[]', null, ${NOW});
insert into "Users" (id, name, email, "passwordHash", profile, "companyId", super, "allTicket", "whatsappId", "createdAt", "updatedAt") values
  (1, 'Dona', 'Dona@Loja.test', '${hash}', 'admin', 1, true, 'enabled', null, ${NOW}),
  (2, 'Ana', 'ana@loja.test', '${hash}', 'user', 1, false, 'desabled', 1, ${NOW}),
  (3, 'Sem senha', 'sem@loja.test', 'md5$x', 'supervisor', 1, false, 'desabled', null, ${NOW}),
  (4, 'Rocha', 'rocha@oficina.test', '${hash}', 'admin', 2, false, 'desabled', null, ${NOW});
`;

const SHOP = `
insert into "Queues" (id, name, color, "greetingMessage", "orderQueue", "mediaPath", "companyId", "createdAt", "updatedAt") values
  (1, 'Vendas', '#0C8599', 'Olá!', 1, null, 1, ${NOW}), (2, 'Suporte', 'azulzinho', null, null, null, 1, ${NOW}),
  (3, 'Vendas', '#0c8599', '', 1, null, 2, ${NOW});
insert into "UserQueues" values (2, 1, ${NOW}), (2, 2, ${NOW}), (99, 1, ${NOW}), (4, 3, ${NOW});
insert into "Whatsapps" (id, name, session, token, "isDefault", "complationMessage", channel, "companyId", "createdAt", "updatedAt") values
  (1, 'Principal', 'SECRET-SESSION', 'SECRET-TOKEN', true, 'Até logo', null, 1, ${NOW}),
  (2, 'Página', null, 'SECRET-TOKEN', false, '', 'facebook', 1, ${NOW}),
  (3, 'Oficina', 'SECRET-SESSION', null, true, '', 'whatsapp', 2, ${NOW});
insert into "WhatsappQueues" values (1, 1, ${NOW}), (1, 3, ${NOW});
insert into "Tags" (id, name, color, kanban, "companyId", "createdAt", "updatedAt") values
  (1, 'VIP', '#ff0000', 0, 1, ${NOW}), (2, 'vip', null, null, 1, ${NOW}), (3, 'Orçamento', '#00ff00', 1, 1, ${NOW});
insert into "Contacts" (id, name, number, email, "isGroup", "companyId", channel, "createdAt", "updatedAt") values
  (1, 'Maria Souza', '5511987654321', 'maria@casa.test', false, 1, 'whatsapp', ${NOW}),
  (2, 'Maria (antiga)', '551187654321', 'não é e-mail', false, 1, 'whatsapp', ${NOW}),
  (3, '5521999990000', '5521999990000', '', false, 1, null, ${NOW}),
  (4, 'Família', '5511999998888-1600000000', '', true, 1, 'whatsapp', ${NOW}),
  (5, 'Perfil do Face', '1234567890', '', false, 1, 'facebook', ${NOW}),
  (6, 'Só LID', '198765432109876@lid', '', false, 1, 'whatsapp', ${NOW}),
  (7, 'status', 'status@broadcast', '', false, 1, 'whatsapp', ${NOW}),
  (8, 'Cliente da Oficina', '5531988887777', '', false, 2, 'whatsapp', ${NOW}),
  (9, 'Sem número', '', '', false, 1, 'whatsapp', ${NOW});
insert into "ContactCustomFields" (name, value, "contactId", "createdAt", "updatedAt") values ('CPF', '123', 1, ${NOW}), ('', 'x', 1, ${NOW});
insert into "Tickets" (id, status, "lastMessage", "contactId", "userId", "whatsappId", "queueId", "unreadMessages", uuid, "companyId", "createdAt", "updatedAt") values
  (1, 'open', 'Obrigada!', 1, 2, 1, 1, 1, '11111111-1111-4111-8111-111111111111', 1, '2026-03-01 10:00+00', '2026-03-02 11:00+00'),
  (2, 'closed', 'x', 2, 2, 1, 2, 0, '22222222-2222-4222-8222-222222222222', 1, '2026-02-01 10:00+00', '2026-02-01 11:00+00'),
  (3, 'pending', 'Oi', 3, null, null, null, 2, null, 1, '2026-03-02 09:00+00', '2026-03-02 09:30+00'),
  (4, 'open', 'grupo', 4, null, 1, null, 0, null, 1, '2026-03-02 09:00+00', '2026-03-02 09:30+00'),
  (5, 'open', 'face', 5, 2, 2, 1, 0, null, 1, ${NOW}),
  (6, 'pending', 'oficina', 8, null, 3, 3, 1, null, 2, ${NOW}),
  (7, 'pending', 'órfão', null, null, 1, null, 0, null, 1, ${NOW});
insert into "TicketTags" values (1, 1, ${NOW}), (1, 1, ${NOW}), (1, 3, ${NOW});
insert into "TicketTraking" ("ticketId", "companyId", "userId", "queuedAt", "startedAt", "finishedAt", "createdAt") values
  (2, 1, 2, '2026-02-01 10:00+00', '2026-02-01 10:05+00', '2026-02-01 10:45+00', '2026-02-01 10:00+00'),
  (1, 1, 2, '2026-03-01 10:00+00', '2026-03-01 10:10+00', null, '2026-03-01 10:00+00');
insert into "UserRatings" ("ticketId", "companyId", "userId", rate, "createdAt", "updatedAt") values
  (2, 1, 2, 4, '2026-02-01 10:50+00', '2026-02-01 10:50+00');
insert into "TicketNotes" (note, "userId", "contactId", "ticketId", "createdAt", "updatedAt") values
  ('Paga sempre à vista', 2, 1, 1, ${NOW}), ('Do contato', null, 1, null, ${NOW}), ('De ninguém', null, 9, null, ${NOW});
insert into "QuickMessages" (shortcode, message, "companyId", "userId", "mediaPath", "createdAt", "updatedAt") values
  ('/pix', 'A chave é {{name}}', 1, 2, 'pix.png', ${NOW}), ('pix', 'Outra', 1, null, null, ${NOW});
insert into "Schedules" (body, "sendAt", "sentAt", "contactId", "userId", "companyId", status, "createdAt", "updatedAt") values
  ('Ainda por vir', now() + interval '30 days', null, 1, 2, 1, 'PENDENTE', ${NOW}),
  ('Já passou', '2026-01-01 10:00+00', null, 1, 2, 1, 'PENDENTE', ${NOW}),
  ('Foi', '2026-01-01 10:00+00', '2026-01-01 10:00+00', 1, 2, 1, 'ENVIADA', ${NOW});
insert into "Settings" (key, value, "companyId", "createdAt", "updatedAt") values
  ('userRating', 'disabled', 1, ${NOW}), ('userRating', 'enabled', 1, ${NOW}), ('CheckMsgIsGroup', 'disabled', 1, ${NOW}),
  ('asaas', 'SECRET-KEY', 1, ${NOW}), ('chatBotType', 'button', 1, ${NOW}), ('userCreation', 'disabled', 1, ${NOW});
insert into "ContactLists" (id, name, "companyId", "createdAt", "updatedAt") values (1, 'Clientes', 1, ${NOW});
insert into "ContactListItems" (name, number, email, "contactListId", "companyId", "createdAt", "updatedAt") values
  ('Maria', '5511987654321', 'm', 1, 1, ${NOW}), ('De novo', '551187654321', '', 1, 1, ${NOW}), ('X', '12', '', 1, 1, ${NOW});
insert into "Campaigns" (name, message1, message2, status, "companyId", "contactListId", "whatsappId", "scheduledAt", "createdAt", "updatedAt") values
  ('Natal', 'Oi {nome}', null, 'EM_ANDAMENTO', 1, 1, 1, now(), ${NOW}), ('Páscoa', 'Oi', '', 'FINALIZADA', 1, 1, 1, null, ${NOW});
insert into "Announcements" (title, "createdAt", "updatedAt") values ('Só de lá', ${NOW});
`;

const OPTIONS = `insert into "QueueOptions" (id, title, message, option, "queueId", "parentId", "createdAt", "updatedAt") values
  (1, 'Preços', 'Qual?', '1', 1, null, ${NOW}), (2, 'Prazo', '', '1', 1, null, ${NOW}), (3, 'Café', 'R$ 30', '1', null, 1, ${NOW}),
  (4, 'Da oficina', '', '1', 3, null, ${NOW});`;

const SAID = `(id, body, ack, read, "fromMe", "mediaType", "mediaUrl", "ticketId", "contactId", "companyId", "remoteJid",
  participant, "quotedMsgId", "dataJson", "createdAt", "updatedAt") values`;
const at = (minute: number) => `'2026-03-01 10:${String(minute).padStart(2, '0')}+00', '2026-03-01 11:00+00'`;
const AUTHOR = "'5511911112222@s.whatsapp.net'";
const PLACE = 'data:image/png;base64,aGk= | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR | Sé';

/** What is said in ticket 1 and its neighbours. Ids of Whaticket are WhatsApp's. */
const talk = (folder: string) => `insert into "Messages" ${SAID}
  ('A1', 'Bom dia', 0, true, false, 'conversation', null, 1, 1, 1, '5511987654321@s.whatsapp.net', null, null,
    '{"messageTimestamp": {"low": 1772359200, "high": 0}, "x": "\\u0000"}', ${at(1)}),
  ('A2', 'Bom dia, Maria!', 4, true, true, 'extendedTextMessage', null, 1, null, 1, null, null, 'A1', null, ${at(2)}),
  ('A3', 'foto.jpg', 0, false, false, 'image', '${folder}foto.jpg', 1, 1, 1, null, null, null, 'not json', ${at(3)}),
  ('A4', '${PLACE}', 0, true, false, 'locationMessage', null, 1, 1, 1, null, null, null, null, ${at(4)}),
  ('A5', '👍', 0, true, false, 'reactionMessage', null, 1, 1, 1, null, null, 'A2', null, ${at(5)}),
  ('A6', 'Não saiu', -1, true, true, null, null, 1, null, 1, null, null, null, null, ${at(6)}),
  ('B1', 'De antes', 0, false, false, 'conversation', null, 2, 2, 1, null, null, null, null, '2026-02-01 10:00+00', '2026-02-01 10:00+00'),
  ('C1', 'Oi', 0, false, false, null, null, 3, 3, null, null, null, null, null, '0001-01-01 00:00+00 BC', '2026-03-02 09:30+00'),
  ('G1', 'No grupo', 0, true, false, 'conversation', null, 4, 3, 1, '5511999998888-1600000000@g.us', ${AUTHOR}, null, null, ${at(7)}),
  ('E1', 'No face', 0, true, false, 'conversation', null, 5, 5, 1, null, null, null, null, ${at(8)}),
  ('F1', 'Na oficina', 0, true, false, 'conversation', null, 6, 8, 2, null, null, null, null, ${at(9)});`;

const TALK: Record<Shape, string> = {
  S2: OPTIONS + talk(''),
  TZ: `${OPTIONS}${talk('media/1/1/1/abc/')}
insert into "WhatsappLidMaps" (lid, "companyId", "contactId", "createdAt", "updatedAt") values ('55555555555555@lid', 1, 1, ${NOW});
insert into "Messages" (id, body, "ticketId", read, "createdAt", "updatedAt") values ('Z9-1', 'Só citada', 1, true, now(), now());
insert into "Messages" (id, body, "ticketId", "fromMe", read, "quotedMsgId", "createdAt", "updatedAt") values
  ('A7', 'Sobre isso', 1, true, true, 'Z9-1', ${at(8)});
insert into "OldMessages" ("messageId", body, "createdAt", "updatedAt") values ('A2', 'Bom', ${NOW});`,
  S5: `
insert into "Chatbots" (id, name, "greetingMessage", "queueId", "chatbotId", "createdAt", "updatedAt") values
  (1, 'Preços', 'Qual?', 1, null, ${NOW}), (2, 'Prazo', '', 1, null, ${NOW}), (3, 'Café', 'R$ 30', null, 1, ${NOW});
insert into "CompaniesSettings" ("companyId", "userRating", "acceptCallWhatsapp", "scheduleType", "createdAt", "updatedAt")
  values (1, 'enabled', 'disabled', 'company', ${NOW});
update "Contacts" set number = '198765432109876', lid = '198765432109876' where id = 6;
update "Contacts" set lid = '55555555555555@lid' where id = 1;
update "Tickets" set status = 'nps' where id = 2;
create temp table said (like "Messages" including defaults);
alter table said alter id drop default, alter id type text, alter "quotedMsgId" type text;
${talk('').replace('"Messages"', 'said')}
insert into "Messages" (wid, body, ack, read, "fromMe", "mediaType", "mediaUrl", "ticketId", "contactId", "companyId",
    "remoteJid", participant, "dataJson", "createdAt", "updatedAt")
  select id, body, ack, read, "fromMe", "mediaType", "mediaUrl", "ticketId", "contactId", "companyId", "remoteJid",
    participant, "dataJson", "createdAt", "updatedAt" from said order by id;
update "Messages" m set "quotedMsgId" = q.id from said s, "Messages" q where s.id = m.wid and q.wid = s."quotedMsgId";
insert into "Messages" (wid, body, "fromMe", read, "ticketId", "companyId", "isPrivate", "createdAt", "updatedAt") values
  ('PVT1', 'Entre nós', true, true, 1, 1, true, ${at(9)}), ('A1', 'Bom dia', false, true, 1, 1, false, ${at(1)});`,
};
