import type { BanRiskView } from '@balcao/shared/features/ban-risk/calls.ts';
import {
  type Budget,
  type BudgetUse,
  banRisk,
  budgetFor,
  budgetUse,
} from '@balcao/shared/features/ban-risk/rules.ts';
import { DAY_MS, wallClock } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as repo from './ban-risk.repo.ts';

/** The conversations that a connection may begin, and how near its number is to a restriction. */

interface Stand extends BudgetUse {
  ageDays: number;
  timezone: string;
  budget: Budget;
}

/** In minutes of the company's day. */
const NIGHT = { from: 22 * 60, to: 7 * 60 };

/** Undefined when there is no such connection. */
async function findStand(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<Stand | undefined> {
  const found = await repo.findConnection(tx, companyId, connectionId);
  if (!found) return undefined;
  const ageDays = Math.max(0, Math.floor((now.getTime() - found.createdAt.getTime()) / DAY_MS));
  const budget = budgetFor(ageDays);
  const counted = await repo.newChats(tx, companyId, connectionId, now);
  return { ...budgetUse(counted, budget, now), ageDays, timezone: found.timezone, budget };
}

/** When a connection may begin its next conversation; null: now. ERR_NO_WAPP_FOUND. */
export async function whenFree(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<Date | null> {
  return orNotFound(await findStand(tx, companyId, connectionId, now), 'ERR_NO_WAPP_FOUND').freesAt;
}

/** The same for a message to this number: null as well when it begins no conversation. */
export async function whenMayWriteTo(
  tx: Tx,
  companyId: number,
  connectionId: number,
  number: string,
  now: Date,
): Promise<Date | null> {
  const stand = await findStand(tx, companyId, connectionId, now);
  if (!stand?.freesAt) return null;
  return (await repo.isNewChat(tx, companyId, connectionId, number)) ? stand.freesAt : null;
}

/** ERR_NO_WAPP_FOUND. */
export async function assess(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<BanRiskView> {
  const stand = orNotFound(await findStand(tx, companyId, connectionId, now), 'ERR_NO_WAPP_FOUND');
  const { minute } = wallClock(now, stand.timezone);
  const facts = {
    ...(await repo.outcomes(tx, companyId, connectionId)),
    newChatsHour: stand.hour,
    newChatsDay: stand.day,
    budgetHour: stand.budget.hour,
    budgetDay: stand.budget.day,
    connectionAgeDays: stand.ageDays,
    isNight: minute >= NIGHT.from || minute < NIGHT.to,
  };
  return { ...banRisk(facts), facts, freesAt: stand.freesAt?.toISOString() ?? null };
}
