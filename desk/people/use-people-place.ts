import { useRoute } from 'wouter'
import { useStaff } from '../access/session.ts'
import type { PersonRef } from './queries.ts'

/** The place for people is for clinical managers (the server refuses everybody else); all others stay at the queue. */
export function useMayManage(): boolean {
  return useStaff().data?.role.includes('clinical-manager') ?? false
}

/** Whether this is the place for people, and whom the address names. */
export function usePeoplePlace(): { isHere: boolean; person: PersonRef | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/people/*?')
  const [, params] = useRoute('/people/:kind/:id')
  if (!isPlace || !mayManage) return { isHere: false, person: undefined }
  const kind = params?.kind === 'staff' ? 'staff' : 'patient'
  return { isHere: true, person: params ? { kind, id: params.id } : undefined }
}
