import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { Missing } from '../catalogue/Missing.tsx'
import { useProduct } from '../catalogue/queries.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import { useBookingOf } from './cart/use-booking-of.ts'
import { missingStep } from './questions/answering.ts'
import { SummaryForm } from './SummaryForm.tsx'

/** The last question: in the patient's own words, how to talk, and for "now" their age (B5.1, B5.3). */
export function SummaryScreen({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  const read = useProduct(slug)
  const { data: product } = read
  const booking = useBookingOf(product)
  const { maximumLengthAllowed } = usePartner()
  const missing = product && booking && missingStep(product, booking, maximumLengthAllowed)
  const question = missing?.step === 'questions' ? missing.at + 1 : undefined
  useEffect(() => {
    if (question) goTo(pathOf('questions', { slug }, { question: String(question) }), { replace: true })
  }, [slug, question])
  if (product && booking && !question) return <SummaryForm product={product} booking={booking} />
  return (
    <Screen title={t('booking.summary.title')}>
      <Loaded of={read} lines={5} failed={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={5} /> : <Missing title={t('catalogue.product.missing')} />)}
      </Loaded>
    </Screen>
  )
}
