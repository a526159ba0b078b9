import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'

export interface OpenGroup {
  /** Of the clinician whose they are; undefined: anybody's. */
  clinician: OpenConsultation['clinician']
  items: OpenConsultation[]
}

/** As the server orders them, by whose they are: what needs somebody stands first, and with it whose it is. */
export function groupsOf(items: readonly OpenConsultation[]): OpenGroup[] {
  const groups = new Map<string, OpenGroup>()
  for (const item of items) {
    const key = item.clinician?.id ?? ''
    const group = groups.get(key) ?? { clinician: item.clinician, items: [] }
    group.items.push(item)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Nobody does anything about it by itself. */
export const needsSomebody = ({ isLate, holder }: OpenConsultation): boolean =>
  isLate || holder === 'gone' || holder === 'blocked'

/** What is said of it in a word, if anything is out of order. */
export function troubleOf({ isLate, holder }: OpenConsultation): 'late' | 'gone' | 'blocked' | undefined {
  if (holder === 'gone' || holder === 'blocked') return holder
  return isLate ? 'late' : undefined
}

/** The reason that is nearest to what is known of those who were chosen, to begin with. */
export function likelyReason(chosen: readonly OpenConsultation[]): 'ABSENT' | 'GONE' | 'BLOCKED' | undefined {
  const troubles = new Set(chosen.map(troubleOf))
  if (troubles.size !== 1) return undefined
  const [trouble] = troubles
  return trouble && ({ late: 'ABSENT', gone: 'GONE', blocked: 'BLOCKED' } as const)[trouble]
}
