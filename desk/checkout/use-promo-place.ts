import { useRoute } from 'wouter'
import { useMayManage } from '../people/use-people-place.ts'

/** Whether this is the place for promo codes, and which one the address names; `new` is one that is being made. */
export function usePromoPlace(): { isHere: boolean; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isPlace] = useRoute('/promo-codes/*?')
  const [, params] = useRoute('/promo-codes/:id')
  return isPlace && mayManage ? { isHere: true, chosen: params?.id } : { isHere: false, chosen: undefined }
}
