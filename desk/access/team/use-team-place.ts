import { useRoute } from 'wouter'
import { useMayManage } from '../../kit/session.ts'

/** What the address names when a colleague is being invited. */
export const NEW = 'new'

/** Whether this is the place for the team, and which member or invitation the address names. */
export function useTeamPlace(): { isHere: boolean; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/team/*?')
  const [, params] = useRoute('/team/:id')
  const isHere = mayManage && isPlace
  return { isHere, chosen: isHere ? params?.id : undefined }
}
