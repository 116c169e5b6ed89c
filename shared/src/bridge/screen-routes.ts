import { listAudit } from '../api/audit.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  createResetLink,
  endSecondFactor,
  forgotPassword,
  listPasswordResets,
} from '../api/auth.ts';
import {
  advanceDueDate,
  createCompany,
  deleteCompany,
  getCompany,
  getSetUp,
  listAllCompanies,
  listCompanies,
  setUp,
  signUp,
  updateCompany,
  updateSchedules,
} from '../api/companies.ts';
import {
  createConnection,
  getConnection,
  listConnectionEvents,
  updateConnection,
} from '../api/connections.ts';
import {
  cancelImport,
  getImport,
  importFromPhone,
  listImportProblems,
  listImports,
  listPhoneContacts,
  startImport,
  uploadContacts,
} from '../api/contact-imports.ts';
import {
  blockContact,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  listContactTickets,
  listSharedGroups,
  mergeContact,
  updateContact,
} from '../api/contacts.ts';
import type { RouteContract } from '../api/contract.ts';
import { createHelp, deleteHelp, listHelps, updateHelp } from '../api/helps.ts';
import { messageInfo, searchMessages } from '../api/messages.ts';
import { createPlan, deletePlan, listPlans, listPublicPlans, updatePlan } from '../api/plans.ts';
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  updateQueueOption,
} from '../api/queue-options.ts';
import { createQueue, deleteQueue, getQueue, listQueues, updateQueue } from '../api/queues.ts';
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessages,
  updateQuickMessage,
} from '../api/quick-messages.ts';
import { deleteSchedule } from '../api/schedules.ts';
import { listSettings, updateSetting } from '../api/settings.ts';
import { createTag, deleteTag, listTags, updateTag } from '../api/tags.ts';
import { deleteTicketNote } from '../api/ticket-notes.ts';
import { createTicket, deleteTicket } from '../api/tickets.ts';
import { createUser, deleteUser, getUser, listUsers, removeSecondFactor, updateUser } from '../api/users.ts';

/**
 * Administration that a screen calls on the server through the core (`api.call`): never cached, never queued. What an
 * agent needs without a network is a method of its own instead. Sign-in is not among them: tokens stay in the core.
 */
export const SCREEN_ROUTES: readonly RouteContract[] = [
  forgotPassword,
  getSetUp,
  setUp,
  listPublicPlans,
  signUp,
  listAudit,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  listPasswordResets,
  createResetLink,
  listCompanies,
  listAllCompanies,
  getCompany,
  createCompany,
  updateCompany,
  advanceDueDate,
  deleteCompany,
  updateSchedules,
  getConnection,
  createConnection,
  updateConnection,
  listConnectionEvents,
  searchMessages,
  listHelps,
  createHelp,
  updateHelp,
  deleteHelp,
  listPlans,
  createPlan,
  updatePlan,
  deletePlan,
  listQueues,
  getQueue,
  createQueue,
  updateQueue,
  deleteQueue,
  listQueueOptions,
  createQueueOption,
  updateQueueOption,
  deleteQueueOption,
  listTags,
  createTag,
  updateTag,
  deleteTag,
  listQuickMessages,
  createQuickMessage,
  updateQuickMessage,
  deleteQuickMessage,
  deleteSchedule,
  listSettings,
  updateSetting,
  listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  removeSecondFactor,
  listContacts,
  getContact,
  createContact,
  updateContact,
  deleteContact,
  blockContact,
  mergeContact,
  listContactTickets,
  listSharedGroups,
  uploadContacts,
  getImport,
  startImport,
  cancelImport,
  listImportProblems,
  listImports,
  importFromPhone,
  listPhoneContacts,
  messageInfo,
  deleteTicketNote,
  createTicket,
  deleteTicket,
];

/** The name of a contract on the bridge: `PUT /users/:userId`. */
export const routeKey = (contract: Pick<RouteContract, 'method' | 'path'>) =>
  `${contract.method} ${contract.path}`;
