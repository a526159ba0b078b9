import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useSession } from '../kit/session/session.tsx'
import { useDiscounts } from './queries.ts'

/** What is waiting for my next consultation, if anything is. */
export function MyDiscounts() {
  const { profile } = useSession()
  const { data: discounts = [] } = useDiscounts(profile?.id)
  const [best] = discounts
  if (!best) return null
  return (
    <Alert tone="success" title={t('invite.discounts', { count: discounts.length, percentage: best.discount.value })} />
  )
}
