import campaignsEn from '@balcao/shared/features/campaigns/en.json' with { type: 'json' };
import campaignsEs from '@balcao/shared/features/campaigns/es.json' with { type: 'json' };
import campaignsPt from '@balcao/shared/features/campaigns/pt.json' with { type: 'json' };
import basisEn from '@balcao/shared/features/contact-lists/en.json' with { type: 'json' };
import basisEs from '@balcao/shared/features/contact-lists/es.json' with { type: 'json' };
import basisPt from '@balcao/shared/features/contact-lists/pt.json' with { type: 'json' };
import subjectsEn from '@balcao/shared/features/data-subjects/en.json' with { type: 'json' };
import subjectsEs from '@balcao/shared/features/data-subjects/es.json' with { type: 'json' };
import exportEn from '@balcao/shared/features/data-subjects/export-document/en.json' with { type: 'json' };
import exportEs from '@balcao/shared/features/data-subjects/export-document/es.json' with { type: 'json' };
import exportPt from '@balcao/shared/features/data-subjects/export-document/pt.json' with { type: 'json' };
import subjectsPt from '@balcao/shared/features/data-subjects/pt.json' with { type: 'json' };
import deliveriesEn from '@balcao/shared/features/deliveries/en.json' with { type: 'json' };
import deliveriesEs from '@balcao/shared/features/deliveries/es.json' with { type: 'json' };
import deliveriesPt from '@balcao/shared/features/deliveries/pt.json' with { type: 'json' };
import schedulesEn from '@balcao/shared/features/schedules/en.json' with { type: 'json' };
import schedulesEs from '@balcao/shared/features/schedules/es.json' with { type: 'json' };
import schedulesPt from '@balcao/shared/features/schedules/pt.json' with { type: 'json' };
import ticketsEn from '@balcao/shared/features/tickets/en.json' with { type: 'json' };
import ticketsEs from '@balcao/shared/features/tickets/es.json' with { type: 'json' };
import ticketsPt from '@balcao/shared/features/tickets/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';

/** The words of the document; kinds and states are called as on a console. */
export interface Texts {
  document: typeof exportPt;
  kinds: (typeof subjectsPt)['kinds'];
  statuses: {
    tickets: Record<string, string>;
    schedules: Record<string, string>;
    campaigns: Record<string, string>;
    deliveries: Record<string, string>;
    basis: Record<string, string>;
  };
}

export const TEXTS: Record<Language, Texts> = {
  pt: {
    document: exportPt,
    kinds: subjectsPt.kinds,
    statuses: {
      tickets: ticketsPt.status,
      schedules: schedulesPt.statuses,
      campaigns: campaignsPt.states,
      deliveries: deliveriesPt.states,
      basis: basisPt.basis.kinds,
    },
  },
  en: {
    document: exportEn,
    kinds: subjectsEn.kinds,
    statuses: {
      tickets: ticketsEn.status,
      schedules: schedulesEn.statuses,
      campaigns: campaignsEn.states,
      deliveries: deliveriesEn.states,
      basis: basisEn.basis.kinds,
    },
  },
  es: {
    document: exportEs,
    kinds: subjectsEs.kinds,
    statuses: {
      tickets: ticketsEs.status,
      schedules: schedulesEs.statuses,
      campaigns: campaignsEs.states,
      deliveries: deliveriesEs.states,
      basis: basisEs.basis.kinds,
    },
  },
};
