import type { Forecast } from '@cuida/core/care/queue/forecast-api.ts'
import { nextOpening, openingState } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useForecast } from '../queries.ts'
import { useNow } from '../use-now.ts'

type Asked = Pick<Product, 'slug' | 'onDemand' | 'workingHours'>

/** How a product stands that is given now or not at all. */
export interface Standing {
  isOpen: boolean
  /** By its hours, whoever is there. */
  isInHours: boolean
  /** When it opens next, while it is closed and if anybody can say. */
  opens: Date | string | undefined
  /** Undefined while it loads, and out of hours. */
  forecast: Forecast | undefined
  now: number
}

/** Closed beyond its hours, and while nobody who gives it is there or due (C10.4); open again without a reload. */
export function useOpening(product: Asked | null | undefined): Standing {
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
