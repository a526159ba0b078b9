import type { ContactMethod } from '@cuida/core/booking/cart/cart.ts'
import { askedQuestions } from '@cuida/core/booking/questions/asked.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { SUMMARY_MAX } from '@cuida/core/kit/assumptions.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useOnePress } from '@cuida/ui/forms/use-one-press.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../kit/failure/FailureAlert.tsx'
import { BookingIdentity } from './BookingIdentity.tsx'
import type { Booking } from './cart/booking.ts'
import { updateBooking, useBookingState } from './cart/cart-store.ts'
import { SavedMark } from './cart/SavedMark.tsx'
import { useSummaryForm } from './use-summary-form.ts'

export function SummaryForm({ product, booking }: { product: Product; booking: Booking }) {
  const { form, methods, nobody } = useSummaryForm(product, booking)
  const total = askedQuestions(product.symptomCollector, booking.symptoms).length + 1
  const { onChange, ...summary } = form.field('summary')
  const { touch, press } = useOnePress('summary', booking.summary !== '')
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
          <div>
            <TextArea label={t('booking.summary.label')} most={SUMMARY_MAX} rows={6} {...summary} onChange={write} />
            <Examples />
          </div>
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

const contactOption = (method: ContactMethod) => ({
  value: method,
  label: t(`booking.summary.${method}`),
  detail: t(`booking.summary.${method}Hint`),
})

function Failure({ failure }: { failure: unknown }) {
  const { booking } = useBookingState()
  if (failure === undefined) return null
  if (!isUnreachable(failure)) return <Alert title={failureWords(failure)} failure={failure} />
  // Until it is saved after all.
  return booking?.unsaved ? <Alert title={t('booking.summary.notSaved')} /> : null
}

function Examples() {
  return (
    <details>
      <summary>{t('booking.summary.examples')}</summary>
      <Stack>
        <p>{t('booking.summary.example1')}</p>
        <p>{t('booking.summary.example2')}</p>
      </Stack>
    </details>
  )
}
