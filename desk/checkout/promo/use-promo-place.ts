import { useRoute } from 'wouter'
import { useMayManage } from '../../kit/session.ts'

export type GiftList = 'promo-codes' | 'campaigns'

/** Whether this is the place for what is given away, which list is open, and what the address names; `new` is a code in the making. */
export function usePromoPlace(): { isHere: boolean; list: GiftList; chosen: string | undefined } {
  const mayManage = useMayManage()
  const [isPromo] = useRoute('/promo-codes/*?')
  const [isCampaigns] = useRoute('/campaigns/*?')
  const [, code] = useRoute('/promo-codes/:id')
  const [, campaign] = useRoute('/campaigns/:id')
  const isHere = mayManage && (isPromo || isCampaigns)
  const chosen = isHere ? (code ?? campaign)?.id : undefined
  return { isHere, list: isCampaigns ? 'campaigns' : 'promo-codes', chosen }
}
