import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { useForecast, useProductClinicians } from '../queries.ts'
import { forecastWords } from './forecast-words.ts'
import css from './StartBar.module.css'

/** Now, or a time: what this product allows at this hour. Which one it was travels in the address, to the questions. */
export function StartBar({ product, isOpen }: { product: Product; isOpen: boolean }) {
  const canStartNow = product.onDemand && isOpen
  const isFull = useIsFull(product)
  if (!canStartNow && !product.scheduled) return null
  const to = (mode: 'now' | 'later') => pathOf('questions', { slug: product.slug }, { mode })
  return (
    <>
      <p className={css.note}>
        {canStartNow && <NowWait slug={product.slug} />}
        {product.scheduled && !isFull && <FirstFree slug={product.slug} />}
        {isFull && <span>{t('catalogue.product.full')}</span>}
      </p>
      <div className={css.buttons}>
        {canStartNow && (
          <LinkButton variant="primary" href={to('now')}>
            {t('catalogue.product.now')}
          </LinkButton>
        )}
        {isFull && (
          <LinkButton
            variant={canStartNow ? 'secondary' : 'primary'}
            href={pathOf('waitlist', {}, { product: product.slug })}
          >
            {t('catalogue.product.waitlist')}
          </LinkButton>
        )}
        {product.scheduled && !isFull && (
          <LinkButton variant={canStartNow ? 'secondary' : 'primary'} href={to('later')}>
            {t('catalogue.product.chooseTime')}
          </LinkButton>
        )}
      </div>
    </>
  )
}

function NowWait({ slug }: { slug: string }) {
  const { timeZone } = usePartner()
  const { data } = useForecast(slug, true)
  return data ? <span>{forecastWords(data, timeZone)}</span> : null
}

/** Everybody who gives it is taken as far as the calendar goes. */
function useIsFull({ slug, scheduled }: Product): boolean {
  const { data } = useProductClinicians(slug)
  return scheduled && data !== undefined && data.items.length > 0 && data.items.every(({ nextFree }) => !nextFree)
}

function FirstFree({ slug }: { slug: string }) {
  const { data } = useProductClinicians(slug)
  const soonest = data?.items[0]
  if (!soonest?.nextFree) return null
  return <span>{t('catalogue.product.firstFree', { when: momentWords(soonest.nextFree, soonest.timeZone) })}</span>
}
