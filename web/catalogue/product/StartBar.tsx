import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { useForecast, useProductClinicians } from '../queries.ts'
import { answerByMessage, forecastMessage } from './forecast-messages.ts'
import css from './StartBar.module.css'

/**
 * The buttons "Now" and "Choose a time", as the product allows at this moment. The URL carries the choice to the
 * questions. While no clinician is on duty, choosing a time is the main action and joining the queue is not called
 * "now".
 */
export function StartBar({ product, isOpen }: { product: Product; isOpen: boolean }) {
  const isOnDemandOpen = product.onDemand && isOpen
  const { data: forecast, isPending } = useForecast(product.slug, isOnDemandOpen)
  const canStartNow = isOnDemandOpen && !isPending && !forecast?.closed
  const isThere = canStartNow && forecast?.wait !== null
  const isFull = useIsFull(product)
  const { timeZone } = usePartner()
  if (!canStartNow && !product.scheduled) return null
  const to = (mode: 'now' | 'later') => pathOf('questions', { slug: product.slug }, { mode })
  const now = canStartNow && (
    <LinkButton variant={isThere || !product.scheduled ? 'primary' : 'secondary'} href={to('now')}>
      {t(isThere ? 'catalogue.product.now' : 'catalogue.product.joinLine')}
    </LinkButton>
  )
  const variant = isThere ? 'secondary' : 'primary'
  return (
    <>
      <div className={css.note}>
        {canStartNow && forecast && <p>{forecastMessage(forecast, timeZone)}</p>}
        {product.scheduled && !isFull && <FirstFree slug={product.slug} />}
        {isFull && <p>{t('catalogue.product.full')}</p>}
        {canStartNow && forecast?.answerBy && <p>{answerByMessage(forecast.answerBy, timeZone)}</p>}
      </div>
      <div className={css.buttons}>
        {isThere && now}
        {isFull && (
          <LinkButton variant={variant} href={pathOf('waitlist', {}, { product: product.slug })}>
            {t('catalogue.product.waitlist')}
          </LinkButton>
        )}
        {product.scheduled && !isFull && (
          <LinkButton variant={variant} href={to('later')}>
            {t('catalogue.product.chooseTime')}
          </LinkButton>
        )}
        {!isThere && now}
      </div>
    </>
  )
}

/** Whether no clinician of the product has a free time in the calendar. */
function useIsFull({ slug, scheduled }: Product): boolean {
  const { data } = useProductClinicians(slug)
  return scheduled && data !== undefined && data.items.length > 0 && data.items.every(({ nextFree }) => !nextFree)
}

function FirstFree({ slug }: { slug: string }) {
  const { data } = useProductClinicians(slug)
  const soonest = data?.items[0]
  if (!soonest?.nextFree) return null
  return <p>{t('catalogue.product.firstFree', { when: formatShortMoment(soonest.nextFree, soonest.timeZone) })}</p>
}
