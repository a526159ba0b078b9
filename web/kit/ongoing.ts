import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from './api.ts'
import { useFamilyRead } from './family.ts'
import { everyPage, PAGE } from './frame/every-page.ts'

/** All consultations of one patient in these states. */
export const listAllConsultations = (
  patientId: string,
  { status }: { status: readonly ConsultationStatus[] },
): Promise<ConsultationSummary[]> =>
  everyPage((before) => api(listConsultations, { patientId, status: [...status], pageSize: PAGE, ...before }))

/** The family's consultations that are queued or active: for the dot, the card on Home and the incoming call. */
export const useOngoingConsultations = () =>
  // B9.1: the layout asks every 5 s.
  useFamilyRead(listConsultations, { status: ['QUEUED', 'ACTIVE'] }, listAllConsultations, { every: POLL.soon })

export const useIsOngoing = (): boolean => (useOngoingConsultations().data?.length ?? 0) > 0
