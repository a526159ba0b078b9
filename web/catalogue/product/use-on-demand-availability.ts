import type { Forecast } from '@cuida/core/care/queue/forecast-api.ts'
import { nextOpening, openingState } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useForecast } from '../queries.ts'
import { useNow } from '../use-now.ts'

type Asked = Pick<Product, 'slug' | 'onDemand' | 'workingHours'>

/** Availability of a product's on-demand care. */
export interface OnDemandAvailability {
  isOpen: boolean
  /** Within its opening hours, regardless of clinicians. */
  isInHours: boolean
  /** While closed: when it opens next, if known. */
  opens: Date | string | undefined
  /** Undefined while it loads, and out of hours. */
  forecast: Forecast | undefined
  now: number
}

/** Closed out of hours, and while no clinician of the product is on duty or due (C10.4); reopens without a reload. */
export function useOnDemandAvailability(product: Asked | null | undefined): OnDemandAvailability {
  const clinic = usePartner()
  const now = useNow()
  const hours = product?.workingHours ?? []
  const isInHours = product ? openingState(hours, clinic, new Date(now)) === 'OPEN' : false
  const { data } = useForecast(product?.slug ?? '', isInHours && product?.onDemand === true)
  const forecast = isInHours ? data : undefined
  const isOpen = isInHours && !forecast?.closed
  const opens = isInHours ? (forecast?.from ?? undefined) : nextOpening(hours, clinic, new Date(now))
  return { isOpen, isInHours, opens: isOpen ? undefined : opens, forecast, now }
}
