import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'

export interface OpenGroup {
  /** The clinician of the consultations; undefined for the queue. */
  clinician: OpenConsultation['clinician']
  items: OpenConsultation[]
}

/**
 * Grouped by clinician. Consultations that need a person come first and bring their group to the front; the rest is
 * in the server's order.
 */
export function groupByClinician(items: readonly OpenConsultation[], now: number): OpenGroup[] {
  const groups = new Map<string, OpenGroup>()
  const inOrder = [...items].sort((one, two) => Number(needsAttention(two, now)) - Number(needsAttention(one, now)))
  for (const item of inOrder) {
    const key = item.clinician?.id ?? ''
    const group = groups.get(key) ?? { clinician: item.clinician, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Trouble = 'late' | 'overdue' | 'gone' | 'blocked'

/** Whether nobody acts on it unless a manager does. `now` is in ms. */
export const needsAttention = (item: OpenConsultation, now: number): boolean =>
  consultationTrouble(item, now) !== undefined

/** What is wrong with it: `overdue` is an on-demand patient who waits longer than the estimate they were told. */
export function consultationTrouble(
  { isLate, holder, promisedBy }: OpenConsultation,
  now: number,
): Trouble | undefined {
  if (holder === 'gone' || holder === 'blocked') return holder
  if (isLate) return 'late'
  return promisedBy && Date.parse(promisedBy) < now ? 'overdue' : undefined
}

/** The preselected reason: the one closest to the state of the selected consultations. */
export function likelyReason(
  consultations: readonly OpenConsultation[],
  now: number,
): 'ABSENT' | 'LATE' | 'GONE' | 'BLOCKED' | undefined {
  const troubles = new Set(consultations.map((one) => consultationTrouble(one, now)))
  if (troubles.size !== 1) return undefined
  const [trouble] = troubles
  return trouble && ({ late: 'ABSENT', overdue: 'LATE', gone: 'GONE', blocked: 'BLOCKED' } as const)[trouble]
}
