/** The rights of people and programs: who somebody is. What each may do is declared by the features. */
export const PROFILES = ['admin', 'supervisor', 'user'] as const;
export type Profile = (typeof PROFILES)[number];

/** Whoever makes a call: a person, or a program with one of the company's keys. */
export interface Actor {
  companyId: number;
  /** Null for a program: nothing is its own, and nothing is for it alone. */
  userId: number | null;
  /** What people call the program, by its key. */
  program?: string;
  profile: Profile;
  super: boolean;
  /** Also sees tickets without a queue. */
  allTicket: boolean;
  queueIds: readonly number[];
}

export interface Person extends Actor {
  userId: number;
}

/** What decides which rows an actor sees. */
export type Viewer = Omit<Actor, 'companyId'>;

/** Parts of the product that a plan switches on. */
export const PLAN_FLAGS = [
  'useCampaigns',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
] as const;
export type PlanFlag = (typeof PLAN_FLAGS)[number];

/** `super` marks the operators of the platform; it is separate from the profile and adds to it. */
export const ROLES = [...PROFILES, 'super'] as const;
export type Role = (typeof ROLES)[number];

/** Whether somebody has one of these roles. */
export const hasRole = (
  { profile, super: isOperator }: Pick<Actor, 'profile' | 'super'>,
  roles: readonly Role[],
): boolean => roles.includes(profile) || (isOperator && roles.includes('super'));
