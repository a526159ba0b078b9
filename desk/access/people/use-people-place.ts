import { useRoute } from 'wouter'
import { useMayManage } from '../../kit/session.ts'
import type { PersonRef } from './queries.ts'

/** Whether this is the place for people, and whom the address names. */
export function usePeoplePlace(): { isHere: boolean; person: PersonRef | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/people/*?')
  const [, params] = useRoute('/people/:kind/:id')
  if (!isPlace || !mayManage) return { isHere: false, person: undefined }
  const kind = params?.kind === 'staff' ? 'staff' : 'patient'
  return { isHere: true, person: params ? { kind, id: params.id } : undefined }
}
