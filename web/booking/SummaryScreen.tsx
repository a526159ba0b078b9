import type { ContactMethod } from '@cuida/core/booking/cart/cart.ts'
import { questionPages } from '@cuida/core/booking/questions/question-pages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { usePressGuard } from '@cuida/ui/forms/use-press-guard.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { Missing } from '../catalogue/Missing.tsx'
import { useProduct } from '../catalogue/queries.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import { BookingIdentity } from './BookingIdentity.tsx'
import type { Booking } from './cart/booking.ts'
import { ensureSaved, updateBooking, useBookingState } from './cart/cart-store.ts'
import { SavedMark } from './cart/SavedMark.tsx'
import { useBookingOf } from './cart/use-booking-of.ts'
import { contactMethods, missingStep } from './questions/answering.ts'
import { useAnswerRules, useVisibleQuestions } from './questions/use-answer-rules.ts'
import { checkSummary, SummaryField, summaryMessage } from './SummaryField.tsx'
import { useFamilyFor } from './use-family-for.ts'
import { useNextStep } from './use-next-step.ts'

const MESSAGES: Record<string, () => string> = {
  'contactMethod REQUIRED': () => t('booking.summary.contactRequired'),
  'ageConfirmed REQUIRED': () => t('booking.summary.ageRequired'),
}

const contactOption = (method: ContactMethod) => ({
  value: method,
  label: t(`booking.summary.${method}`),
  detail: t(`booking.summary.${method}Hint`),
})

/**
 * The last question: the patient's own description, the contact method and, for "now", an age confirmation (B5.1,
 * B5.3).
 */
export function SummaryScreen({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? ''
  const read = useProduct(slug)
  const { data: product } = read
  const booking = useBookingOf(product)
  const rules = useAnswerRules()
  const missing = product && booking && missingStep(product, booking, rules)
  const question = missing?.step === 'questions' ? missing.at + 1 : undefined
  useEffect(() => {
    if (question) goTo(pathOf('questions', { slug }, { question: String(question) }), { replace: true })
  }, [slug, question])
  if (product && booking && !question) return <SummaryForm product={product} booking={booking} />
  return (
    <Screen title={t('booking.summary.title')}>
      <QueryBoundary query={read} lines={5} errorTitle={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={5} /> : <Missing title={t('catalogue.product.missing')} />)}
      </QueryBoundary>
    </Screen>
  )
}

function SummaryForm({ product, booking }: { product: Product; booking: Booking }) {
  const { form, methods, nobody, questions } = useSummaryForm(product, booking)
  const total = questionPages(questions).length + 1
  const { onChange, ...summary } = form.field('summary')
  const { touch, press } = usePressGuard('summary', booking.summary !== '')
  const write = (text: string) => {
    touch()
    onChange(text)
    updateBooking({ summary: text })
  }
  return (
    <Screen
      title={t('booking.summary.title')}
      lead={t('booking.summary.lead')}
      status={t('booking.step', { step: total, total })}
      progress={{ at: total, of: total }}
      identity={<BookingIdentity />}
      action={
        <Button type="submit" form="summary" variant="primary" busy={form.busy} onClick={press}>
          {t('booking.summary.continue')}
        </Button>
      }
    >
      <form id="summary" {...form.props}>
        <Stack>
          <ErrorSummary {...form.summary} />
          <Failure failure={form.failure} />
          {nobody && <Alert tone="warning" title={t('booking.summary.nobody')} />}
          <SummaryField optional={questions.length > 0} {...summary} onChange={write} />
          {methods.length > 1 && (
            <RadioGroup
              label={t('booking.summary.contact')}
              options={methods.map(contactOption)}
              {...form.field('contactMethod')}
            />
          )}
          {booking.mode === 'now' && <CheckboxRow label={t('booking.summary.age')} {...form.field('ageConfirmed')} />}
          {booking.summary !== '' && <SavedMark />}
        </Stack>
      </form>
    </Screen>
  )
}

function Failure({ failure }: { failure: unknown }) {
  const { booking } = useBookingState()
  if (failure === undefined) return null
  if (!isUnreachable(failure)) return <Alert title={failureMessage(failure)} failure={failure} />
  // Shown until the answers reach the server.
  return booking?.unsaved ? <Alert title={t('booking.summary.notSaved')} /> : null
}

interface Told {
  summary: string
  contactMethod: ContactMethod | undefined
  ageConfirmed: boolean
}

/**
 * The fields of the summary and the next step (`useNextStep`). Leads to the choice of a patient when none is chosen.
 */
export function useSummaryForm(product: Product, booking: Booking) {
  const onward = useNextStep()
  const questions = useVisibleQuestions(product, booking)
  const { hasChoice, patient } = useFamilyFor(product, booking.patientId)
  const methods = contactMethods(product, usePartner().availableContactMethods)
  const [nobody, setNobody] = useState(false)
  const selectedMethod = methods.find((method) => method === booking.contactMethod)

  async function submit({ summary, contactMethod, ageConfirmed }: Told): Promise<void> {
    setNobody(false)
    updateBooking({ summary: summary.trim(), contactMethod, ageConfirmed })
    await ensureSaved()
    const path = hasChoice && !patient ? pathOf('selectProfile') : await onward(booking)
    if (path) goTo(path)
    else setNobody(true)
  }

  const form = useForm<Told>({
    initial: {
      summary: booking.summary,
      contactMethod: selectedMethod ?? methods[0],
      ageConfirmed: booking.ageConfirmed,
    },
    check: ({ summary, contactMethod, ageConfirmed }) => ({
      summary: checkSummary(summary, questions),
      contactMethod: contactMethod ? undefined : 'REQUIRED',
      ageConfirmed: booking.mode === 'now' && !ageConfirmed ? 'REQUIRED' : undefined,
    }),
    submit,
    message: (field, code) => MESSAGES[`${field} ${code}`]?.() ?? summaryMessage(code),
  })
  return { form, methods, nobody, questions }
}
