import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'

export interface OpenGroup {
  /** Of the clinician whose they are; undefined: anybody's. */
  clinician: OpenConsultation['clinician']
  items: OpenConsultation[]
}

/** By whose they are: what needs somebody stands first, and with it whose it is; the rest as the server orders them. */
export function groupsOf(items: readonly OpenConsultation[], now: number): OpenGroup[] {
  const groups = new Map<string, OpenGroup>()
  const inOrder = [...items].sort((one, two) => Number(needsSomebody(two, now)) - Number(needsSomebody(one, now)))
  for (const item of inOrder) {
    const key = item.clinician?.id ?? ''
    const group = groups.get(key) ?? { clinician: item.clinician, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

type Trouble = 'late' | 'overdue' | 'gone' | 'blocked'

/** Nobody does anything about it by itself. `now` in milliseconds. */
export const needsSomebody = (item: OpenConsultation, now: number): boolean => troubleOf(item, now) !== undefined

/** What is out of order: `overdue` is a patient on demand who waits longer than they were told. */
export function troubleOf({ isLate, holder, promisedBy }: OpenConsultation, now: number): Trouble | undefined {
  if (holder === 'gone' || holder === 'blocked') return holder
  if (isLate) return 'late'
  return promisedBy && Date.parse(promisedBy) < now ? 'overdue' : undefined
}

/** The reason that is nearest to what is known of those who were chosen, to begin with. */
export function likelyReason(
  chosen: readonly OpenConsultation[],
  now: number,
): 'ABSENT' | 'LATE' | 'GONE' | 'BLOCKED' | undefined {
  const troubles = new Set(chosen.map((one) => troubleOf(one, now)))
  if (troubles.size !== 1) return undefined
  const [trouble] = troubles
  return trouble && ({ late: 'ABSENT', overdue: 'LATE', gone: 'GONE', blocked: 'BLOCKED' } as const)[trouble]
}
