import { useRoute } from 'wouter'
import { useMayManage } from '../kit/session.ts'

/** What the address names when a company is being written. */
export const NEW = 'new'

/** Whether this is the place for companies, and which one the address names. */
export function useCompaniesPlace(): { isHere: boolean; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/companies/*?')
  const [, params] = useRoute('/companies/:id')
  const isHere = mayManage && isPlace
  return { isHere, chosen: isHere ? params?.id : undefined }
}
