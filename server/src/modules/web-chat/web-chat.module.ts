import type { Module } from '../../parts.ts';
import { passedAnswers } from './passed-answers.ts';
import { visitorLines } from './visitor-lines.ts';
import { webChatRoutes } from './web-chat.routes.ts';

export const webChatModule = {
  routes: [webChatRoutes],
  lines: visitorLines,
  jobs: (parts) => [passedAnswers(parts)],
} satisfies Module;
