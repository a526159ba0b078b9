import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { hourWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { ClosedNow } from './ClosedNow.tsx'
import { openUntil } from './open-until.ts'
import type { Standing } from './use-opening.ts'

/** Whether somebody is there now and until when; if nobody is, when somebody will be. */
export function OpenNow({ product, standing }: { product: Product; standing: Standing }) {
  const clinic = usePartner()
  const { isOpen, forecast, now } = standing
  if (!isOpen) return <ClosedNow product={product} standing={standing} />
  // While nobody is there who is due, the bar with the button says when.
  if (!forecast?.wait) return null
  const until = openUntil(product.workingHours, clinic, new Date(now))
  return (
    <p>{until ? t('catalogue.product.openUntil', { time: hourWords(until) }) : t('catalogue.product.openAlways')}</p>
  )
}
