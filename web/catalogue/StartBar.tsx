import type { Product } from '@cuida/core/catalogue/product.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../routes.ts'
import { useProductClinicians } from './queries.ts'
import css from './StartBar.module.css'

/** Now, or a time: what this product allows at this hour. Which one it was travels in the address, to the questions. */
export function StartBar({ product, isOpen }: { product: Product; isOpen: boolean }) {
  const canStartNow = product.onDemand && isOpen
  if (!canStartNow && !product.scheduled) return null
  const to = (mode: 'now' | 'later') => pathOf('questions', { slug: product.slug }, { mode })
  return (
    <>
      <p className={css.note}>
        {canStartNow && <span>{t('catalogue.product.nowWait')}</span>}
        {product.scheduled && <FirstFree slug={product.slug} />}
      </p>
      <div className={css.buttons}>
        {canStartNow && (
          <LinkButton variant="primary" href={to('now')}>
            {t('catalogue.product.now')}
          </LinkButton>
        )}
        {product.scheduled && (
          <LinkButton variant={canStartNow ? 'secondary' : 'primary'} href={to('later')}>
            {t('catalogue.product.chooseTime')}
          </LinkButton>
        )}
      </div>
    </>
  )
}

function FirstFree({ slug }: { slug: string }) {
  const { data } = useProductClinicians(slug)
  const soonest = data?.items[0]
  if (!soonest?.nextFree) return null
  return <span>{t('catalogue.product.firstFree', { when: momentWords(soonest.nextFree, soonest.timeZone) })}</span>
}
