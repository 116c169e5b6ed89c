import { loadConfig } from './config.ts';
