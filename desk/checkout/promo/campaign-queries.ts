import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useRead } from '../../kit/reads.ts'

/** All campaigns and their numbers, in the language of the desk; they change while one looks. */
export const useCampaigns = () => useRead(listDeskCampaigns, {}, { per: useLocale(), every: POLL.rarely })
