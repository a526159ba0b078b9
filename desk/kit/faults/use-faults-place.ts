import { useRoute } from 'wouter'
import { useMayManage } from '../session.ts'

/** Whether this is the place for what broke, and which one the address names. */
export function useFaultsPlace(): { isHere: boolean; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/faults/*?')
  const [, params] = useRoute('/faults/:fingerprint')
  const isHere = mayManage && isPlace
  return { isHere, chosen: isHere ? params?.fingerprint : undefined }
}
