import type { Module } from '../../parts.ts';
import { conversationDocumentRoutes } from './conversation-documents.routes.ts';

export const conversationDocumentsModule = { routes: [conversationDocumentRoutes] } satisfies Module;
