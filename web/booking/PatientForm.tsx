import { isSamePerson } from '@cuida/core/booking/cart/merge.ts'
import { productForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useState } from 'react'
import { useProducts } from '../catalogue/list-queries.ts'
import { FailureAlert } from '../kit/failure/FailureAlert.tsx'
import type { FamilyMember } from '../kit/family.ts'
import { goBack, goTo } from '../kit/navigation/navigation.ts'
import { useCanAddDependants } from '../profile/family/FamilyGate.tsx'
import { FamilyMemberField } from '../profile/family/FamilyMemberField.tsx'
import { pathOf } from '../routes.ts'
import { type Booking, changePatient } from './cart/booking.ts'
import { currentBooking, ensureSaved, startBooking, updateBooking } from './cart/cart-store.ts'
import { missingStep } from './questions/answering.ts'
import { useAnswerRules } from './questions/use-answer-rules.ts'
import { useFamilyFor } from './use-family-for.ts'
import { useNextStep } from './use-next-step.ts'

const FORM = 'who'

export function PatientForm({ product, booking }: { product: Product; booking: Booking }) {
  const { may, not, patient, holderId } = useFamilyFor(product, booking.patientId)
  const elsewhere = useElsewhere(not, booking.mode)
  const people = [...may, ...not.filter(({ id }) => elsewhere.has(id))].sort((a, b) => a.place - b.place)
  const next = useNext(product)
  const [nobody, setNobody] = useState(false)
  const form = useForm({
    initial: { who: patient?.id ?? '' },
    check: ({ who }) => ({ who: people.some(({ id }) => id === who) ? undefined : 'REQUIRED' }),
    submit: async ({ who }) => {
      const other = elsewhere.get(who)
      if (other) startBooking({ productId: other.id, productSlug: other.slug, mode: booking.mode })
      updateBooking(changePatient(booking, who, holderId))
      await ensureSaved()
      if (other) return goTo(pathOf('questions', { slug: other.slug }))
      const path = await next(currentBooking() ?? booking)
      if (path) goTo(path)
      else setNobody(true)
    },
    message: () => t('booking.who.required'),
  })
  const { who } = form.values
  const isAnswered = booking.symptoms.length > 0 || booking.summary !== ''
  const asksAgain = who !== '' && isAnswered && !isSamePerson(booking.patientId, who, holderId)
  return (
    <Screen
      title={t('booking.who.title')}
      lead={product.name}
      onBack={() => goBack(pathOf('product', { slug: booking.productSlug }))}
      action={
        people.length > 0 && (
          <Button type="submit" form={FORM} variant="primary" busy={form.busy}>
            {t('booking.who.continue')}
          </Button>
        )
      }
    >
      <form id={FORM} {...form.props}>
        <Stack>
          <FailureAlert failure={form.failure} />
          {nobody && <Alert tone="warning" title={t('booking.summary.nobody')} />}
          {people.length > 0 && (
            <FamilyMemberField
              label={t('booking.who.title')}
              labelHidden
              people={people}
              noteOf={(id) => elsewhere.get(id)?.name}
              {...form.field('who')}
            />
          )}
          {asksAgain && <p role="status">{t('booking.who.asksAgain')}</p>}
          <OtherAges
            product={product}
            not={not.filter(({ id }) => !elsewhere.has(id))}
            nobodyMay={people.length === 0}
          />
          <AddChild />
        </Stack>
      </form>
    </Screen>
  )
}

/**
 * For each family member outside this product's age range, another product that fits, offered in the same mode (now
 * or at a time).
 */
function useElsewhere(not: readonly FamilyMember[], mode: Booking['mode']): ReadonlyMap<string, ProductSummary> {
  const { data = [] } = useProducts()
  const availableProducts = data.filter((product) => (mode === 'now' ? product.onDemand : product.scheduled))
  const today = dayInUtc(serverDate())
  const children = not.filter(({ isDependant }) => isDependant)
  const found = children.map(
    ({ id, dateOfBirth }) => [id, productForAge(availableProducts, ageOn(dateOfBirth, today))] as const,
  )
  return new Map(found.filter((pair): pair is [string, ProductSummary] => pair[1] !== undefined))
}

/** Goes to the next open question for this patient, or on (`useNextStep`). */
function useNext(product: Product) {
  const onward = useNextStep()
  const rules = useAnswerRules()
  return async (booking: Booking): Promise<string | undefined> => {
    const missing = missingStep(product, booking, rules)
    const { slug } = product
    if (missing?.step === 'questions') return pathOf('questions', { slug }, { question: String(missing.at + 1) })
    return missing ? pathOf('summary', { slug }) : onward(booking)
  }
}

interface OtherAgesProps {
  product: Product
  not: readonly FamilyMember[]
  nobodyMay: boolean
}

/** Explains which family members are not listed, and why. */
function OtherAges({ product: { ages }, not, nobodyMay }: OtherAgesProps) {
  if (!ages || not.length === 0) return null
  const { from, to } = ages
  const kind = from !== null && to !== null ? 'both' : from !== null ? 'from' : 'to'
  const ageRange = t(`booking.who.ages.${kind}`, { from: from ?? 0, to: to ?? 0 })
  if (nobodyMay) return <Alert tone="info" title={t('booking.who.nobody', { ages: ageRange })} />
  const names = new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(
    not.map(({ firstName }) => truncateName(firstName)),
  )
  return <p>{t('booking.who.notFor', { names, ages: ageRange })}</p>
}

function AddChild() {
  return useCanAddDependants() ? (
    <LinkButton href={pathOf('createDependant')} variant="quiet" icon="plus">
      {t('booking.who.add')}
    </LinkButton>
  ) : null
}
