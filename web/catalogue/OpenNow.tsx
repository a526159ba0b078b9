import { holidayOn } from '@cuida/core/brand/holiday.ts'
import { nextOpening } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { hourWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { openUntil } from './open-until.ts'
import { openingWords } from './opening-words.ts'

interface OpenNowProps {
  product: Product
  isOpen: boolean
  now: number
}

/** Whether somebody is there now and until when; if nobody is, when somebody will be (spec 2 §8 OUT_OF_HOURS, CLOSE). */
export function OpenNow({ product, isOpen, now }: OpenNowProps) {
  const clinic = usePartner()
  const { timeZone, holidays } = clinic
  const { workingHours, scheduled } = product
  if (isOpen) {
    const until = openUntil(workingHours, clinic, new Date(now))
    return (
      <p>{until ? t('catalogue.product.openUntil', { time: hourWords(until) }) : t('catalogue.product.openAlways')}</p>
    )
  }
  const next = nextOpening(workingHours, clinic, new Date(now))
  const holiday = holidayOn(holidays, localTime(timeZone, now).day)
  return (
    <Alert
      tone="info"
      title={holiday ? t('catalogue.product.holiday', { name: holiday.name }) : t('catalogue.product.closed')}
    >
      {next && <p>{openingWords(next, timeZone, now)}</p>}
      {scheduled && <p>{t('catalogue.product.orBook')}</p>}
    </Alert>
  )
}
