import type { ContactMethod } from '@cuida/core/booking/cart/cart.ts'
import { summaryProblem } from '@cuida/core/booking/questions/answers.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { SUMMARY_MAX, SUMMARY_MIN } from '@cuida/core/kit/assumptions.ts'
import { holdsCardNumber } from '@cuida/core/kit/card-number.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'
import { ensureSaved, updateBooking } from './cart/cart-store.ts'
import { contactMethods } from './questions/answering.ts'
import { useFamilyFor } from './use-family-for.ts'
import { useOnward } from './use-onward.ts'

interface Told {
  summary: string
  contactMethod: ContactMethod | undefined
  ageConfirmed: boolean
}

/** What the last question asks, and where it leads (`useOnward`); to whom it is for, where nobody was chosen yet. */
export function useSummaryForm(product: Product, booking: Booking) {
  const onward = useOnward()
  const { hasChoice, patient } = useFamilyFor(product, booking.patientId)
  const methods = contactMethods(product, usePartner().availableContactMethods)
  const [nobody, setNobody] = useState(false)
  const only = methods.length === 1 ? methods[0] : undefined
  const chosen = methods.find((method) => method === booking.contactMethod)

  async function submit({ summary, contactMethod, ageConfirmed }: Told): Promise<void> {
    setNobody(false)
    updateBooking({ summary: summary.trim(), contactMethod, ageConfirmed })
    await ensureSaved()
    const path = hasChoice && !patient ? pathOf('selectProfile') : await onward(booking)
    if (path) goTo(path)
    else setNobody(true)
  }

  const form = useForm<Told>({
    initial: { summary: booking.summary, contactMethod: only ?? chosen, ageConfirmed: booking.ageConfirmed },
    check: ({ summary, contactMethod, ageConfirmed }) => ({
      summary: holdsCardNumber(summary) ? 'CARD_NUMBER_REFUSED' : summaryProblem(summary),
      contactMethod: contactMethod ? undefined : 'REQUIRED',
      ageConfirmed: booking.mode === 'now' && !ageConfirmed ? 'REQUIRED' : undefined,
    }),
    submit,
    words: (field, code) => WORDS[`${field} ${code}`]?.() ?? t('booking.summary.required'),
  })
  return { form, methods, nobody }
}

const WORDS: Record<string, () => string> = {
  'summary TOO_SHORT': () => t('booking.summary.tooShort', { min: SUMMARY_MIN }),
  'summary TOO_LONG': () => t('booking.summary.tooLong', { max: SUMMARY_MAX }),
  'summary CARD_NUMBER_REFUSED': () => t('booking.problem.card'),
  'contactMethod REQUIRED': () => t('booking.summary.contactRequired'),
  'ageConfirmed REQUIRED': () => t('booking.summary.ageRequired'),
}
