import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { companyPrice } from '@cuida/core/checkout/price/company-price.ts'
import type { Money } from '@cuida/core/kit/shapes.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { formatMoney } from '@cuida/ui/i18n/format-basics.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useSession } from '../../kit/session/session.tsx'
import css from './ProductPrice.module.css'

type Priced = Pick<ProductSummary, 'id' | 'name' | 'price' | 'includedInSubscription'>

interface ProductPriceProps {
  product: Priced
  /** The patient of the booking: a company pays for the account holder only. Undefined before a patient is chosen. */
  patientId?: string | undefined
}

/** The product's price before checkout; when a company pays part of it, with the original price. */
export function ProductPrice({ product, patientId }: ProductPriceProps) {
  const reduced = useCompanyPrice(product, patientId)
  const before = formatMoney(product.price)
  if (!reduced) return before
  const now = formatMoney(reduced)
  return (
    <span className={css.price}>
      <VisuallyHidden>{t('catalogue.price.company.spoken', { before, now })}</VisuallyHidden>
      <span aria-hidden="true">
        <del>{before}</del> {now} <small>{t('catalogue.price.company')}</small>
      </span>
    </span>
  )
}

/**
 * The remaining price when a company pays part of it. A subscription that includes the product takes precedence, as
 * at checkout.
 */
export function useCompanyPrice(product: Priced, patientId?: string): Money | undefined {
  const { profile } = useSession()
  if (!profile || (patientId && patientId !== profile.id)) return undefined
  if (product.includedInSubscription && isSubscribed(profile.subscription?.status)) return undefined
  return companyPrice(product, profile.b2bCompany)
}
