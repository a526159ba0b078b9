import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from './api.ts'
import { useFamilyQuery } from './family.ts'
import { LARGEST_PAGE_SIZE, loadAllPages } from './frame/load-all-pages.ts'

/** All consultations of one patient in these states. */
export const listAllConsultations = (
  patientId: string,
  { status }: { status: readonly ConsultationStatus[] },
): Promise<ConsultationSummary[]> =>
  loadAllPages((after) =>
    api(listConsultations, { patientId, status: [...status], pageSize: LARGEST_PAGE_SIZE, ...after }),
  )

/** The family's consultations that are queued or active. The layout (dot, incoming call) polls them every 5 s (B9.1). */
export const useOngoingConsultations = (every: number = POLL.every5s) =>
  useFamilyQuery(listConsultations, { status: ['QUEUED', 'ACTIVE'] }, listAllConsultations, { every })

/** The list of active consultations on Home: polled every 15 s while the page has the focus (B9.1). */
export const useActiveList = () => useOngoingConsultations(POLL.every15s)

export const useIsOngoing = (): boolean => (useOngoingConsultations().data?.length ?? 0) > 0
